import { useEffect, useRef, type MouseEvent } from 'react';
import { useTranslation } from '../i18n/react';
import { useLocation, useRouteLoaderData } from 'react-router';
import { NotFoundArt } from '../components/page/NotFoundArt';
import type { Page } from '../gw/page';
import { langOfPath } from '../i18n/lang';
import type { PublicError } from '../router/errors';
import { ROOT_ID, type PageHandle } from '../router/module';
import { paths } from '../router/paths';

export const handle: PageHandle = { i18n: [] };

/**
 * The error page. Links are document links: the application itself may be what is broken. On the plans
 * order page the root container has the specified margin below it.
 */
export function Component({ status, code, requestId }: PublicError) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  // After a navigation the heading gets the focus; a document needs none, because it is read from its beginning.
  useEffect(() => {
    if (document.documentElement.dataset.app) heading.current?.focus();
  }, []);
  const page = useRouteLoaderData<Page>(ROOT_ID);
  const lang = langOfPath(pathname);
  const kind = code === 'not_found' ? 'notFound' : status === 503 ? 'unavailable' : 'failed';
  return (
    <div
      role="alert"
      data-plans-order={(page?.kind === 'order' && page.data.isPlansOrder) || undefined}
      className="container-page grid justify-items-center gap-4 py-12 text-center"
    >
      {kind === 'notFound' && <NotFoundArt />}
      <h1 ref={heading} tabIndex={-1} className="page-title no-outline">
        {t(kind === 'notFound' ? 'common:notFound.title' : `common:error.${kind}.title`)}
      </h1>
      {kind === 'notFound' && (
        <p lang={lang === 'zh' ? 'en' : 'zh-Hans'} className="text-20 text-muted">
          {t('common:notFound.titleOther')}
        </p>
      )}
      <p className="max-w-[520px] text-muted">
        {kind === 'notFound'
          ? t('common:notFound.path', { path: pathname })
          : t(`common:error.${kind}.text`)}
      </p>
      {requestId && (
        <p className="text-14 text-muted">{t('common:error.requestId', { requestId })}</p>
      )}
      <div className="flex flex-wrap justify-center gap-3">
        {kind !== 'notFound' && (
          <a href={`${pathname}${search}`} onClick={reload} className="btn btn-secondary">
            {t('common:error.again')}
          </a>
        )}
        <a href={paths.home(lang)} className="btn btn-primary">
          {t('common:notFound.home')}
        </a>
      </div>
    </div>
  );
}

// Reloads the whole address, with its fragment.
function reload(event: MouseEvent): void {
  event.preventDefault();
  location.reload();
}
