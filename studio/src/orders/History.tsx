import { useTranslation } from 'react-i18next';
import { there } from '../catalogue/words';
import type { Entry } from './types';
import { actorName, deed } from './words';

/** What was done to an order and by whom, the oldest first, by the clocks of its site. */
export function History({ entries, zone }: { entries: Entry[]; zone: string }) {
  const { t } = useTranslation('studio-orders');
  return (
    <section aria-labelledby="history" className="mt-6">
      <h2 id="history" className="text-20 font-semibold">
        {t('history')}
      </h2>
      <ol className="card mt-3 divide-y divide-line">
        {entries.map((entry, at) => (
          <li key={at} className="grid gap-x-6 py-2 sm:grid-cols-[12rem_16rem_minmax(0,1fr)]">
            <time dateTime={entry.at} className="text-muted">
              {there(entry.at, zone)}
            </time>
            <span className="wrap-anywhere">{actorName(entry.actor, t)}</span>
            <span className="wrap-anywhere">{deed(entry) ?? entry.action}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
