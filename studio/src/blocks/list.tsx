import { useTranslation } from 'react-i18next';
import { Link, useLoaderData } from 'react-router';
import { load } from '../api/load';
import { Page } from '../components/Page';
import { Section } from '../components/Section';
import { formatTime } from '../components/formatTime';
import type { Item } from './types';

/** The menus, home pages and banners of all sites. */
export function loader({ request }: { request: Request }) {
  return load<{ blocks: Item[] }>(request, '/blocks');
}

/** What staff can change around the texts, by site. */
export function Component() {
  const { t } = useTranslation('studio-blocks');
  const { blocks } = useLoaderData<{ blocks: Item[] }>();
  const sites = [...new Map(blocks.map(({ site, name }) => [site, name]))];
  return (
    <Page title={t('nav')} intro={t('intro')}>
      {sites.map(([site, name]) => (
        <Section key={site} title={name} className="card mt-6">
          <ul className="mt-2 divide-y divide-line">
            {blocks
              .filter((one) => one.site === site)
              .map(({ kind, own, draft }) => (
                <li key={kind} className="flex flex-wrap items-baseline gap-x-4 py-2">
                  <Link className="link-alone" to={`/blocks/${site}/${kind}`}>
                    {t(`kinds.${kind}`)}
                    <span className="sr-only"> · {name}</span>
                  </Link>
                  <span className="text-14 text-muted">{t(own ? 'own' : `files.${kind}`)}</span>
                  {draft && (
                    <span className="text-14 text-primary-strong">
                      {t('draft', { author: draft.author, at: formatTime(draft.at) })}
                    </span>
                  )}
                </li>
              ))}
          </ul>
        </Section>
      ))}
    </Page>
  );
}
