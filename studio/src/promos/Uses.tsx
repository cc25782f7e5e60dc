import { useTranslation } from 'react-i18next';
import { formatAmount, formatSiteTime } from '../catalogue/format';
import { Section } from '../components/Section';
import type { PromoAtSite } from './types';

/** The number of uses of a code at a site, their cost, and the latest orders with it. */
export function Uses({ at }: { at: PromoAtSite }) {
  const { t } = useTranslation('studio-promos');
  const { costs, uses, is } = at;
  return (
    <Section title={t('uses.title')} className="card grid content-start gap-3">
      {costs.length === 0 && <p className="text-muted">{t('uses.none')}</p>}
      {costs.map(({ currency, paid, given, waiting, held }) => (
        <div key={currency}>
          <p className="font-medium">
            {t('uses.paid', { count: paid, cost: formatAmount(given, currency) })}
          </p>
          {waiting > 0 && (
            <p className="text-14">
              {t('uses.waiting', { count: waiting, cost: formatAmount(held, currency) })}
            </p>
          )}
        </div>
      ))}
      {uses.length > 0 && <h3 className="font-medium">{t('uses.latest')}</h3>}
      <ol className="divide-y divide-line">
        {uses.map(({ orderNo, state, amount: off, currency, at: when }) => (
          <li key={orderNo} className="py-2 text-14 wrap-anywhere">
            <span className="tabular-nums">{formatAmount(off, currency)}</span> · {orderNo} ·{' '}
            <time dateTime={when}>{formatSiteTime(when, is.zone)}</time>
            {state === 'held' && ` · ${t('uses.held')}`}
          </li>
        ))}
      </ol>
    </Section>
  );
}
