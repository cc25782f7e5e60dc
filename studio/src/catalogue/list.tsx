import { useTranslation } from 'react-i18next';
import { Link, useLoaderData } from 'react-router';
import { loadFiltered } from '../api/load';
import { ListSearch } from '../components/ListSearch';
import { Page, PageLink } from '../components/Page';
import { SiteOptions } from '../components/Sites';
import type { Item, List } from './types';
import { formatAmount, formatSiteTime } from './format';

const FILTERS = ['all', 'scheduled', 'decided', 'hidden'] as const;

/** The plans of a site, narrowed by `state` and `q`. */
export function loader({ request }: { request: Request }) {
  return loadFiltered<List>(request, '/catalogue');
}

/** All plans of a site with their prices. */
export function Component() {
  const { t } = useTranslation('studio-catalogue');
  const { site, zone, plans, sites, counts } = useLoaderData<List>();
  return (
    <Page title={t('list.title')} intro={t('list.intro')}>
      <PageLink to="/catalogue/file">{t('file.title')}</PageLink>
      <ListSearch t={t} filters={FILTERS} counts={counts} site={site}>
        <SiteOptions sites={sites} />
      </ListSearch>
      <p role="status" className="mt-4 text-14 text-muted">
        {t('list.found', { count: plans.length })}
      </p>
      <ul className="card mt-2 divide-y divide-line">
        {plans.map((item) => (
          <Row key={item.id} item={item} site={site} zone={zone} />
        ))}
      </ul>
    </Page>
  );
}

function Row({ item, site, zone }: { item: Item; site: string; zone: string }) {
  const { t } = useTranslation('studio-catalogue');
  const { id, name, price, currency, visible, next, decided, author } = item;
  return (
    <li className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="min-w-0">
        <Link to={`/catalogue/${id}?site=${site}`} className="link-alone wrap-anywhere">
          {name}
        </Link>
        <p className="text-14 text-muted wrap-anywhere">{id}</p>
      </div>
      <div className="min-w-0 text-14">
        <p className="text-16 font-medium tabular-nums">{formatAmount(price, currency)}</p>
        {decided && <p className="text-muted">{t('list.decided', { author })}</p>}
        {!visible && <p className="text-warning">{t('list.hidden')}</p>}
        {next && (
          <p className="text-primary-strong">
            {t('list.next', {
              price: formatAmount(next.price, next.currency),
              at: formatSiteTime(next.startsAt, zone),
            })}
          </p>
        )}
      </div>
    </li>
  );
}
