import { TextLink } from '../../router/LocalizedLink';
import type { PageProps } from '../../router/module';
import { useTranslation } from '../../i18n/react';
import { useActionErrors, useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { CodeField, CodeSent, SendCode } from '../form/CodeField';
import { Submit } from '../form/Submit';
import { Alert } from '../page/Alert';
import { SignupConsents } from './SignupConsents';

/** The code, "Continue" and another code: in the dialog, or at the end of the form. */
export function SignupCode({ page, inDialog }: PageProps<'signup'> & { inDialog?: boolean }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { redirect } = page.data;
  const errors = useActionErrors();
  const general = errors.field('code') ? undefined : errors.message;
  return (
    <div className="grid gap-4">
      {inDialog && general && (
        <Alert kind="danger" title={general} live>
          {errors.code === 'email_exists' && (
            <TextLink inline to={paths.login(lang, redirect)}>
              {t('auth:signup.login')}
            </TextLink>
          )}
        </Alert>
      )}
      <CodeSent by="Mail" />
      <CodeField error={errors.field('code')} />
      {!inDialog && <SignupConsents />}
      {/* First of the buttons: the one that Enter presses. */}
      <Submit intent="register" label={t('auth:signup.continue')} />
      <SendCode target="email" />
      {inDialog && (
        <button type="button" data-dialog-close className="btn">
          {t('common:cancel')}
        </button>
      )}
    </div>
  );
}
