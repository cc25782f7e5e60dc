import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatAmount, formatSiteTime } from '../catalogue/format';
import { Section } from '../components/Section';
import { Pages } from './Pages';
import type { Customer } from './types';

/** A page of the orders in the customer's account. */
export function Orders({ customer: { site, zone, orders } }: { customer: Customer }) {
  const { t } = useTranslation(['studio-customers', 'order']);
  return (
    <Section title={t('orders.title', { count: orders.total })}>
      {orders.total === 0 && <p className="mt-3">{t('orders.none')}</p>}
      <ul className="mt-3 divide-y divide-line empty:hidden">
        {orders.items.map(({ orderNo, status, placedAt, total, currency }) => (
          <li key={orderNo} className="grid gap-x-6 gap-y-1 py-2 sm:grid-cols-[minmax(0,1fr)_auto]">
            <div className="min-w-0">
              <Link className="link-alone wrap-anywhere" to={`/orders/${site.id}/${orderNo}`}>
                {orderNo}
              </Link>
              <p className="text-14 text-muted">{formatSiteTime(placedAt, zone)}</p>
            </div>
            <div className="sm:text-right">
              <p className="tabular-nums">{formatAmount(total, currency)}</p>
              <p className="text-14">{t(`order:status.${status}`)}</p>
            </div>
          </li>
        ))}
      </ul>
      <Pages name="orders" of={orders} newer={t('orders.newer')} older={t('orders.older')} />
    </Section>
  );
}
