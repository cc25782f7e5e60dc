import type { PageProps } from '../../router/module';
import { useTranslation } from '../../i18n/react';
import { Form } from 'react-router';
import { useActionErrors, useShell } from '../../router/page';
import { CodeField, CodeSent, SendCode } from '../form/CodeField';
import { Field } from '../form/Field';
import { SwitchLanguageButton } from '../form/SwitchLanguageButton';
import { useDraft } from '../form/useDraft';
import { LoginErrors, LoginSubmit } from './LoginParts';

/** Mobile number and the code that an SMS brings. */
export function LoginByPhone({ page }: PageProps<'login'>) {
  const { t } = useTranslation();
  const { phoneExample } = useShell().tenant;
  const errors = useActionErrors();
  const draft = useDraft();
  return (
    <Form {...draft} method="post" noValidate className="grid gap-4">
      {/* First of the buttons: the one that Enter presses. */}
      <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only">
        {t('auth:login.submit')}
      </button>
      <input type="hidden" name="by" value="phone" />
      <LoginErrors page={page} by="phone" />
      <CodeSent by="Sms" />
      <Field
        {...errors.input('phone')}
        type="tel"
        inputMode="tel"
        label={t('auth:login.phone')}
        hint={t('auth:login.phoneHint', { example: phoneExample })}
        autoComplete="tel"
        required
      />
      <div className="grid gap-x-2 gap-y-2 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
        <CodeField error={errors.field('code')} />
        <SendCode target="phone" className="sm:mt-[26px]" />
      </div>
      <LoginSubmit />
      <SwitchLanguageButton />
    </Form>
  );
}
