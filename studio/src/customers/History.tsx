import { useTranslation } from 'react-i18next';
import { formatSiteTime } from '../catalogue/format';
import { LogRow } from '../components/LogRow';
import { Section } from '../components/Section';
import { actionText } from './actionText';
import type { Customer } from './types';

/** What staff did to the customer, the newest first. */
export function History({ customer: { zone, history, more } }: { customer: Customer }) {
  const { t } = useTranslation('studio-customers');
  return (
    <Section title={t('history.title')} className="mt-6">
      {history.length === 0 && <p className="mt-3">{t('history.none')}</p>}
      <ol className="card mt-3 divide-y divide-line empty:hidden">
        {history.map((entry, at) => (
          <LogRow
            key={at}
            at={entry.at}
            time={formatSiteTime(entry.at, zone)}
            actor={entry.actor.replace(/^staff:/, '')}
          >
            {actionText(entry)}
          </LogRow>
        ))}
      </ol>
      {more.includes('history') && (
        <p className="mt-3 text-muted">{t('shown', { count: history.length })}</p>
      )}
    </Section>
  );
}
