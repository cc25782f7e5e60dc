import { useTranslation } from 'react-i18next';
import { Alert } from '../../../ssr/app/components/page/Alert';
import type { ApiError } from '../api/client';

type Props = { refusal?: ApiError; done?: string | false };

const LOGIN = ['login_required', 'staff_login_again'];

/** A live region with the result of a submission. When the session has ended or is too old, it links to a login in another tab. */
export function Outcome({ refusal, done }: Props) {
  const { t } = useTranslation();
  return (
    // The region must exist before its message to be announced; while empty it takes no space.
    <div aria-live="polite" className="empty:absolute">
      {refusal && (
        <Alert kind="danger">
          <p>{refusal.message}</p>
          {LOGIN.includes(refusal.code) && (
            <a className="link-alone" href="/studio/login" target="_blank" rel="noreferrer">
              {t('common.loginAgain')}
            </a>
          )}
        </Alert>
      )}
      {!refusal && done && <Alert kind="success">{done}</Alert>}
    </div>
  );
}
