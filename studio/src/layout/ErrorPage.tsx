import { useTranslation } from 'react-i18next';
import { Link, useRevalidator, useRouteError } from 'react-router';
import { toApiError } from '../api/client';
import { Button } from '../components/Button';
import { Page } from '../components/Page';
import { LoggedOutLayout } from './LoggedOutLayout';

/** The error page of a route. `alone` adds a layout of its own, for routes outside the Shell. */
export function ErrorPage({ alone }: { alone?: boolean }) {
  const { t } = useTranslation();
  const { code, message, status } = toApiError(useRouteError());
  const { revalidate } = useRevalidator();
  const forbidden = code === 'forbidden';
  const page = (
    <Page title={t(forbidden ? 'errors.forbiddenTitle' : 'errors.brokenTitle')}>
      <p className="mt-4">{forbidden ? t('errors.forbidden') : message}</p>
      <p className="mt-4 flex flex-wrap gap-4">
        {!forbidden && status !== 404 && (
          <Button onClick={() => void revalidate()}>{t('common.retry')}</Button>
        )}
        {!alone && (
          <Link to="/" className="link-alone">
            {t('common.back')}
          </Link>
        )}
      </p>
    </Page>
  );
  return alone ? <LoggedOutLayout>{page}</LoggedOutLayout> : page;
}

/** The page for unknown addresses. */
export function NotFound() {
  const { t } = useTranslation();
  return (
    <Page title={t('errors.notFoundTitle')}>
      <p className="mt-4">{t('errors.notFound')}</p>
      <Link to="/" className="link-alone mt-2">
        {t('common.back')}
      </Link>
    </Page>
  );
}
