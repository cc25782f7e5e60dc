import { useTranslation } from 'react-i18next';
import { useLoaderData, useSearchParams } from 'react-router';
import { load } from '../api/load';
import { Page, PageLink } from '../components/Page';
import { SiteLinks } from '../components/Sites';
import { currentLang } from '../i18n';
import { TitleForm } from './TitleForm';
import type { TitledPage } from './types';

type Args = { request: Request; params: { kind?: string; code?: string } };

/** Reads a page with its titles and descriptions, site by site. */
export function loader({ request, params }: Args) {
  const [kind, code] = [params.kind ?? '', params.code ?? ''].map(encodeURIComponent);
  return load<TitledPage>(request, `/titles/${kind}/${code}`);
}

/** Edits a page's title and description for search engines, for all sites or for one. */
export function Component() {
  const { t } = useTranslation('studio-titles');
  const page = useLoaderData<TitledPage>();
  const [query] = useSearchParams();
  const at = page.sites.find(({ id }) => id === query.get('site')) ?? page.sites[0]!;
  const name = (at.pages[currentLang()] ?? page.sites[1]!.pages[currentLang()])?.name ?? page.code;
  return (
    <Page title={name} intro={`${t(`kinds.${page.kind}`)} · ${page.code}`}>
      <PageLink to={at.id === '0' ? '/titles' : `/titles?site=${at.id}`}>{t('back')}</PageLink>
      <SiteLinks
        label={t('sites')}
        site={at.id}
        sites={page.sites.map(({ id, name }) => ({ id, text: id === '0' ? t('allSites') : name }))}
      />
      <TitleForm key={`${page.kind} ${page.code} ${at.id}`} page={page} at={at} />
    </Page>
  );
}
