import { useTranslation } from 'react-i18next';
import { formatSiteTime } from '../catalogue/format';
import { LogRow } from '../components/LogRow';
import { Section } from '../components/Section';
import type { Entry } from './types';
import { actorName, actionText } from './labels';

/** The audit log of an order, the oldest entry first, in the time zone of its site. */
export function History({ entries, zone }: { entries: Entry[]; zone: string }) {
  const { t } = useTranslation('studio-orders');
  return (
    <Section title={t('history')} className="mt-6">
      <ol className="card mt-3 divide-y divide-line">
        {entries.map((entry, at) => (
          <LogRow
            key={at}
            at={entry.at}
            time={formatSiteTime(entry.at, zone)}
            actor={actorName(entry.actor, t)}
          >
            {actionText(entry) ?? entry.action}
          </LogRow>
        ))}
      </ol>
    </Section>
  );
}
