import type { PageProps } from '../../router/module';
import { useEffect } from 'react';
import { zonedTime } from '../../i18n/format';
import { useTranslation } from '../../i18n/react';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useActionErrors, useBusy, useLang, useShell } from '../../router/page';
import { paths } from '../../router/paths';
import { setShop } from '../../state/store';
import { FormErrors } from '../form/FormErrors';
import { Submit } from '../form/Submit';
import { Alert } from '../page/Alert';

/** Data of a login response besides its errors. */
export type LoginExtra = { lockedUntil: string };

export type LoginMethod = 'email' | 'phone';

/** Why the login was refused. For a locked account: when the lock expires, and how to unlock it now. */
export function LoginErrors({ page, by }: PageProps<'login'> & { by: LoginMethod }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useShell().tenant;
  const { redirect } = page.data;
  const errors = useActionErrors<LoginExtra>();
  if (!errors.failed || errors.value('by', 'email') !== by) return null;
  if (errors.code === 'account_locked') {
    const { lockedUntil = '' } = errors.extra;
    return (
      <Alert kind="danger" title={errors.message} live>
        <p>{t('auth:login.locked', { time: zonedTime(lockedUntil, lang, timeZone) })}</p>
        <LocalizedLink
          to={paths.forgotPassword(lang, { redirect })}
          className="btn btn-secondary mt-3"
        >
          {t('auth:login.unlock')}
        </LocalizedLink>
      </Alert>
    );
  }
  return <FormErrors errors={errors} />;
}

/** The submit button; sets the state key `loginLoading` while a login is under way. */
export function LoginSubmit() {
  const { t } = useTranslation();
  const busy = useBusy();
  useEffect(() => {
    setShop({ loginLoading: busy });
    return () => setShop({ loginLoading: false });
  }, [busy]);
  return <Submit label={t('auth:login.submit')} />;
}
