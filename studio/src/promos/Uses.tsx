import { useTranslation } from 'react-i18next';
import { amount, there } from '../catalogue/words';
import { Section } from '../components/Section';
import type { AtSite } from './types';

/** How often a code was used at a site, what that cost, and the latest orders with it. */
export function Uses({ at }: { at: AtSite }) {
  const { t } = useTranslation('studio-promos');
  const { costs, uses, is } = at;
  return (
    <Section title={t('uses.title')} className="card grid content-start gap-3">
      {costs.length === 0 && <p className="text-muted">{t('uses.none')}</p>}
      {costs.map(({ currency, paid, given, waiting, held }) => (
        <div key={currency}>
          <p className="font-medium">
            {t('uses.paid', { count: paid, cost: amount(given, currency) })}
          </p>
          {waiting > 0 && (
            <p className="text-14">
              {t('uses.waiting', { count: waiting, cost: amount(held, currency) })}
            </p>
          )}
        </div>
      ))}
      {uses.length > 0 && <h3 className="font-medium">{t('uses.latest')}</h3>}
      <ol className="divide-y divide-line">
        {uses.map(({ orderNo, state, amount: off, currency, at: when }) => (
          <li key={orderNo} className="py-2 text-14 wrap-anywhere">
            <span className="tabular-nums">{amount(off, currency)}</span> · {orderNo} ·{' '}
            <time dateTime={when}>{there(when, is.zone)}</time>
            {state === 'held' && ` · ${t('uses.held')}`}
          </li>
        ))}
      </ol>
    </Section>
  );
}
