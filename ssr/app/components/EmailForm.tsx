import { useTranslation } from '../i18n/react';
import { Form } from 'react-router';
import { Change } from './AccountPart';
import { CodeField, CodeSent, SendCode } from './CodeField';
import type { CodeStep } from './codeStep';
import { Field } from './Field';
import { FormErrors } from './FormErrors';
import { useFormErrors } from './useFormErrors';
import { PasswordField } from './PasswordField';
import { Submit } from './Submit';

/** Another e-mail: a code proves the new mailbox, the password that it is the owner who asks. */
export function EmailForm() {
  const { t } = useTranslation();
  const errors = useFormErrors<CodeStep>('email');
  return (
    <Change label={t('account:email.change')} open={errors.outcome !== undefined}>
      <Form method="post" noValidate preventScrollReset className="grid gap-4">
        <input type="hidden" name="form" value="email" />
        <p className="text-14 text-muted">{t('account:email.how')}</p>
        <FormErrors errors={errors} />
        {errors.outcome && <CodeSent by="Mail" />}
        <Field
          name="newEmail"
          type="email"
          inputMode="email"
          label={t('account:email.new')}
          defaultValue={errors.value('newEmail')}
          error={errors.field('newEmail')}
          autoComplete="email"
          autoCapitalize="none"
          required
        />
        {errors.extra.step === 'code' ? (
          <>
            <CodeField error={errors.field('code')} />
            <PasswordField
              name="emailPassword"
              label={t('account:email.currentPassword')}
              error={errors.field('emailPassword')}
              autoComplete="current-password"
            />
            {/* First of the buttons: the one that Enter presses. */}
            <Submit label={t('account:email.submit')} />
            <SendCode />
          </>
        ) : (
          <SendCode primary />
        )}
      </Form>
    </Change>
  );
}
