import { useTranslation } from 'react-i18next';
import { Alert } from '../../../ssr/app/components/page/Alert';
import type { ApiError } from '../api/client';

type Props = { error?: ApiError; done?: string | false };

const LOGIN = ['login_required', 'staff_login_again'];

/** A live region with the result of a submission. When the session has ended or is too old, it links to a login in another tab. */
export function Outcome({ error, done }: Props) {
  const { t } = useTranslation();
  return (
    // The region must exist before its message to be announced; while empty it takes no space.
    <div aria-live="polite" className="empty:absolute">
      {error && (
        <Alert kind="danger">
          <p>{error.message}</p>
          {LOGIN.includes(error.code) && (
            <a className="link-alone" href="/studio/login" target="_blank" rel="noreferrer">
              {t('common.loginAgain')}
            </a>
          )}
        </Alert>
      )}
      {!error && done && <Alert kind="success">{done}</Alert>}
    </div>
  );
}
