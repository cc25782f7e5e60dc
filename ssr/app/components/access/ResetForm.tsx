import { useTranslation } from '../../i18n/react';
import { Form } from 'react-router';
import { useActionErrors } from '../../router/page';
import { CodeField, CodeSent, SendCode } from '../form/CodeField';
import type { CodeStep } from '../form/codeStep';
import { FormErrors } from '../form/FormErrors';
import { Field } from '../form/Field';
import { NewPasswordFields } from '../form/NewPasswordFields';
import { SwitchLanguageButton } from '../form/SwitchLanguageButton';
import { Submit } from '../form/Submit';
import { useDraft } from '../form/useDraft';

/** The registered e-mail, then the code that was mailed to it and the new password. */
export function ResetForm() {
  const { t } = useTranslation();
  const errors = useActionErrors<CodeStep>();
  const draft = useDraft();
  return (
    <Form {...draft} method="post" noValidate className="grid gap-4">
      <FormErrors errors={errors} />
      <CodeSent by="Mail" />
      <Field
        {...errors.input('email')}
        type="email"
        inputMode="email"
        label={t('auth:reset.registered')}
        autoComplete="username"
        autoCapitalize="none"
        required
      />
      {errors.extra.step === 'code' ? (
        <>
          <CodeField error={errors.field('code')} />
          <NewPasswordFields
            labels={{ password: t('auth:newPassword'), confirm: t('auth:confirmPassword') }}
            error={errors.field}
          />
          {/* First of the buttons: the one that Enter presses. */}
          <Submit label={t('auth:reset.submit')} />
          <SendCode target="email" />
        </>
      ) : (
        <>
          <SendCode target="email" primary />
          <Submit intent="have" label={t('auth:code.have')} look="secondary" />
        </>
      )}
      <SwitchLanguageButton />
    </Form>
  );
}
