import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatSiteTime } from '../catalogue/format';
import { Section } from '../components/Section';
import type { Customer } from './types';

/** The SIMs in the customer's account with their states. */
export function Sims({ customer: { site, zone, sims, more } }: { customer: Customer }) {
  const { t } = useTranslation('studio-customers');
  return (
    <Section title={t('sims.title')}>
      {sims.length === 0 && <p className="mt-3">{t('sims.none')}</p>}
      <ul className="mt-3 divide-y divide-line empty:hidden">
        {sims.map(({ name, type, last4, state, orderNo, validUntil }, at) => (
          <li key={at} className="grid gap-1 py-2">
            <p className="font-medium wrap-anywhere">{name || t('sims.unnamed')}</p>
            <p className="text-14">{state}</p>
            <p className="text-14 wrap-anywhere text-muted">
              {[
                t(`sims.types.${type}`),
                t('sims.number', { last4 }),
                validUntil && t('sims.until', { time: formatSiteTime(validUntil, zone) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {orderNo && (
              <p className="text-14">
                <Link className="link-alone wrap-anywhere" to={`/orders/${site.id}/${orderNo}`}>
                  {t('sims.order', { orderNo })}
                </Link>
              </p>
            )}
          </li>
        ))}
      </ul>
      {more.includes('sims') && (
        <p className="mt-3 text-muted">{t('shown', { count: sims.length })}</p>
      )}
    </Section>
  );
}
