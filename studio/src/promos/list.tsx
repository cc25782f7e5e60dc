import { useTranslation } from 'react-i18next';
import { Link, useLoaderData } from 'react-router';
import { loadFiltered } from '../api/load';
import { ListSearch } from '../components/ListSearch';
import { Page, PageLink } from '../components/Page';
import { SiteOptions } from '../components/Sites';
import { usePermission } from '../useMember';
import { Facts } from './Facts';
import type { List } from './types';

const FILTERS = ['all', 'running', 'scheduled', 'ended', 'used_up'] as const;

/** The codes of a site, narrowed by `state` and `q`. */
export function loader({ request }: { request: Request }) {
  return loadFiltered<List>(request, '/promos');
}

/** All promo codes of a site. */
export function Component() {
  const { t } = useTranslation('studio-promos');
  const { site, codes, sites, groups, counts } = useLoaderData<List>();
  const may = usePermission('prices.edit');
  return (
    <Page title={t('list.title')} intro={t('list.intro')}>
      {may && <PageLink to="/promos/new">{t('new.title')}</PageLink>}
      <ListSearch t={t} filters={FILTERS} counts={counts} site={site}>
        <SiteOptions sites={sites} />
      </ListSearch>
      <p role="status" className="mt-4 text-14 text-muted">
        {t('list.found', { count: codes.length })}
      </p>
      <ul className="card mt-2 divide-y divide-line">
        {codes.map((one) => (
          <li
            key={one.code}
            className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
          >
            <div className="min-w-0">
              <Link to={`/promos/${one.code}?site=${site}`} className="link-alone wrap-anywhere">
                {one.code}
              </Link>
              <p className="text-14 text-muted">{t(`state.${one.state}`)}</p>
            </div>
            <Facts code={one} groups={groups} />
          </li>
        ))}
      </ul>
    </Page>
  );
}
