import type { PageProps } from '../../router/module';
import { useTranslation } from '../../i18n/react';
import { Form } from 'react-router';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useActionErrors, useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { Field } from '../form/Field';
import { SwitchLanguageButton } from '../form/SwitchLanguageButton';
import { PasswordField } from '../form/PasswordField';
import { useDraft } from '../form/useDraft';
import { LoginErrors, LoginSubmit } from './LoginParts';

/** E-mail and password. */
export function LoginByEmail({ page }: PageProps<'login'>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { redirect } = page.data;
  const errors = useActionErrors();
  const draft = useDraft();
  return (
    <Form {...draft} method="post" noValidate className="grid gap-4">
      <input type="hidden" name="by" value="email" />
      <LoginErrors page={page} by="email" />
      <Field
        {...errors.input('email')}
        type="email"
        inputMode="email"
        label={t('auth:email')}
        autoComplete="username"
        autoCapitalize="none"
        required
      />
      <PasswordField
        name="password"
        label={t('auth:password')}
        error={errors.field('password')}
        autoComplete="current-password"
      />
      <LoginSubmit />
      <LocalizedLink
        to={paths.forgotPassword(lang, { redirect })}
        className="inline-flex min-h-11 items-center justify-self-center font-medium text-primary hover:underline"
      >
        {t('auth:login.forgot')}
      </LocalizedLink>
      <SwitchLanguageButton />
    </Form>
  );
}
