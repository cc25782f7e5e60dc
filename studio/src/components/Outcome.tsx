import { useTranslation } from 'react-i18next';
import { Alert } from '../../../ssr/app/components/page/Alert';
import type { Refusal } from '../api/client';

type Props = { refusal?: Refusal; done?: string | false };

const LOGIN = ['login_required', 'staff_login_again'];

/** What became of what was sent: a message that is read out. A session that has ended, or is too old, is begun anew in another
 * tab. */
export function Outcome({ refusal, done }: Props) {
  const { t } = useTranslation();
  return (
    // While it is empty it takes no place in a form, and is there for what comes.
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
