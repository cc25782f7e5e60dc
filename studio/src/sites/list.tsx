import { useTranslation } from 'react-i18next';
import { Link, useLoaderData } from 'react-router';
import { load } from '../api/load';
import { Page, PageLink } from '../components/Page';
import { usePermission } from '../useMember';
import { MissingList } from './MissingList';
import type { List, Site } from './types';

export function loader({ request }: { request: Request }) {
  return load<List>(request, '/sites');
}

/** All regional sites, with what each lacks. */
export function Component() {
  const { t } = useTranslation('studio-sites');
  const { sites } = useLoaderData<List>();
  const may = usePermission('sites.edit');
  return (
    <Page title={t('nav')} intro={t('intro')}>
      {may && <PageLink to="/sites/new">{t('new.title')}</PageLink>}
      <ul className="mt-6 grid gap-4">
        {sites.map((site) => (
          <Card key={site.id} site={site} />
        ))}
      </ul>
    </Page>
  );
}

function Card({ site }: { site: Site }) {
  const { t } = useTranslation('studio-sites');
  const { id, name, icon, own, hidden, currency, host, address, zone } = site;
  return (
    <li className="card grid gap-x-6 gap-y-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="min-w-0">
        <h2 className="flex items-center gap-3 text-20 font-semibold">
          <img src={icon} alt="" width="24" height="16" className="h-4 w-6 object-contain" />
          {own ? (
            <Link className="link-alone" to={`/sites/${id}`}>
              {name}
            </Link>
          ) : (
            name
          )}
        </h2>
        <p className="text-14 text-muted">
          {t(hidden ? 'state.hidden' : 'state.open')} · {t(own ? 'own' : 'files')}
        </p>
        <p className="mt-1 text-14 wrap-anywhere">
          {address ? (
            <a className="link-alone" href={address}>
              {host}
            </a>
          ) : (
            host
          )}
        </p>
        <p className="text-14 text-muted">
          {currency} · {zone}
        </p>
      </div>
      <div>
        <h3 className="text-14 font-medium">{t('lacks.title')}</h3>
        <MissingList lacks={site.lacks} site={id} />
      </div>
    </li>
  );
}
