import { useTranslation } from 'react-i18next';
import { Link, useLoaderData } from 'react-router';
import { loadFiltered } from '../api/load';
import { ListSearch } from '../components/ListSearch';
import { Page } from '../components/Page';
import { SiteOptions } from '../components/Sites';
import type { List } from './types';

const FILTERS = ['all', 'own', 'cut', 'product', 'group', 'destination'] as const;

/** The pages of a site's catalogue, narrowed by `state` and `q`. */
export function loader({ request }: { request: Request }) {
  return loadFiltered<List>(request, '/titles');
}

/** How search engines show the pages of a site's catalogue. */
export function Component() {
  const { t } = useTranslation('studio-titles');
  const { site, sites, pages, counts } = useLoaderData<List>();
  return (
    <Page title={t('nav')} intro={t('intro')}>
      <ListSearch t={t} filters={FILTERS} counts={counts} site={site}>
        <SiteOptions sites={sites} />
      </ListSearch>
      <p role="status" className="mt-4 text-14 text-muted">
        {t('list.found', { count: pages.length })}
      </p>
      <ul className="card mt-2 divide-y divide-line empty:hidden">
        {pages.map(({ kind, code, name, title, description, own, cut }) => (
          <li
            key={`${kind} ${code}`}
            className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
          >
            <div className="min-w-0">
              <Link
                to={`/titles/${kind}/${code}?site=${site}`}
                className="link-alone wrap-anywhere"
              >
                {name}
              </Link>
              <p className="text-14 text-muted wrap-anywhere">
                {t(`kinds.${kind}`)} · {code}
              </p>
            </div>
            <div className="min-w-0 text-14 wrap-anywhere">
              <p className="text-16">{title}</p>
              <p className="text-muted">{description}</p>
              {own && <p className="text-primary-strong">{t('list.own')}</p>}
              {cut && <p className="text-warning">{t('list.cut')}</p>}
            </div>
          </li>
        ))}
      </ul>
    </Page>
  );
}
