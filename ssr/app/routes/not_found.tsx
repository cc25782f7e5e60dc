import { useTranslation } from '../i18n/react';
import { useLocation } from 'react-router';
import { DestinationSearch } from '../components/search/DestinationSearch';
import { NotFoundArt } from '../components/page/NotFoundArt';
import { LocalizedLink } from '../router/LocalizedLink';
import type { PageHandle } from '../router/module';
import { useLang } from '../router/page';
import { paths } from '../router/paths';

export const handle: PageHandle = { i18n: [] };

// A page of an order: whoever is not shown it may have bought in another browser.
const OF_AN_ORDER = /^\/\w+\/(payment|my-order)\/./;

/** The not-found page, in both languages, because the address may be in the wrong one. */
export function Component() {
  const { t } = useTranslation();
  const lang = useLang();
  const { pathname } = useLocation();
  const other = lang === 'zh' ? 'en' : 'zh-Hans';
  return (
    <div className="hidden-until-page-end container-page grid justify-items-center gap-4 py-12 text-center">
      <NotFoundArt />
      <h1 className="page-title">{t('common:notFound.title')}</h1>
      <p lang={other} className="text-20 text-muted">
        {t('common:notFound.titleOther')}
      </p>
      <p className="max-w-full text-14 text-muted wrap-anywhere">
        {t('common:notFound.path', { path: pathname })}
      </p>
      {OF_AN_ORDER.test(pathname) && (
        <LocalizedLink to={paths.track(lang)} className="link max-w-prose">
          {t('common:notFound.order')}
        </LocalizedLink>
      )}
      <div className="w-full max-w-[420px]">
        <DestinationSearch id="search-page" />
      </div>
      <LocalizedLink to={paths.home(lang)} className="btn btn-primary">
        {t('common:notFound.home')}
      </LocalizedLink>
    </div>
  );
}
