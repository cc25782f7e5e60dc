import { useTranslation } from 'react-i18next';
import { Link, useLoaderData, useSearchParams } from 'react-router';
import { formatAmount, formatSiteTime } from '../catalogue/format';
import { loadFiltered } from '../api/load';
import { ListSearch } from '../components/ListSearch';
import { MoreLink } from '../components/MoreLink';
import { Page } from '../components/Page';
import { SiteOptions } from '../components/Sites';
import type { Item, List } from './types';
import { holdReason } from './labels';

const FILTERS = ['all', 'parcels', 'refunds', 'held', 'overdue'] as const;

/** A page of a site's orders, narrowed by `state` and `q`, after the order `after`. */
export function loader({ request }: { request: Request }) {
  return loadFiltered<List>(request, '/orders');
}

/** The orders of a site: all of them, or those that wait for staff. */
export function Component() {
  const { t } = useTranslation('studio-orders');
  const { site, zone, sites, counts, orders, next } = useLoaderData<List>();
  const [query] = useSearchParams();
  return (
    <Page title={t('list.title')} intro={t('list.intro')}>
      <ListSearch t={t} filters={FILTERS} counts={counts} site={site}>
        <SiteOptions sites={sites} />
      </ListSearch>
      {orders.length === 0 && (
        <p className="mt-4">{t(query.get('q') ? 'list.notFound' : 'list.empty')}</p>
      )}
      <ul className="card mt-4 divide-y divide-line py-0! empty:hidden">
        {orders.map((order) => (
          <Row key={order.orderNo} site={site} zone={zone} order={order} />
        ))}
      </ul>
      {next !== '0' && <MoreLink next={next}>{t('list.more')}</MoreLink>}
    </Page>
  );
}

function Row({ site, zone, order }: { site: string; zone: string; order: Item }) {
  const { t } = useTranslation(['studio-orders', 'order']);
  const { orderNo, status, placedAt, total, currency, hold, email, plans } = order;
  const bought = plans.map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name));
  return (
    <li className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <Link className="link-alone wrap-anywhere" to={`/orders/${site}/${orderNo}`}>
          {orderNo}
        </Link>
        <p className="wrap-anywhere">{bought.join(', ')}</p>
        <p className="text-14 wrap-anywhere text-muted">
          {[formatSiteTime(placedAt, zone), email].filter(Boolean).join(' · ')}
        </p>
      </div>
      <div className="sm:text-right">
        <p className="font-medium tabular-nums">{formatAmount(total, currency)}</p>
        <p className="text-14">{t(`order:status.${status}`)}</p>
        {hold && (
          <p className="text-14 wrap-anywhere text-warning">
            {t('held', { reason: holdReason(hold, t) })}
          </p>
        )}
      </div>
    </li>
  );
}
