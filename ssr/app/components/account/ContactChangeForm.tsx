import { Form } from 'react-router';
import { useTranslation } from '../../i18n/react';
import { useShell } from '../../router/page';
import { CodeField, CodeSent, SendCode } from '../form/CodeField';
import type { CodeStep } from '../form/codeStep';
import { Field } from '../form/Field';
import { FormErrors } from '../form/FormErrors';
import { PasswordField } from '../form/PasswordField';
import { Submit } from '../form/Submit';
import { useFormErrors } from '../form/useFormErrors';
import { FoldedForm } from './AccountSection';

const INPUT = {
  email: { name: 'newEmail', type: 'email', inputMode: 'email', autoComplete: 'email' },
  phone: { name: 'newPhone', type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
} as const;

/** The form that changes the e-mail or mobile number: a code proves that it is the customer's, the password that the customer asks. */
export function ContactChangeForm({ by }: { by: 'email' | 'phone' }) {
  const { t } = useTranslation();
  const { phoneExample } = useShell().tenant;
  const errors = useFormErrors<CodeStep>(by);
  const { name } = INPUT[by];
  const password = `${by}Password`;
  return (
    <FoldedForm label={t(`account:${by}.change`)} open={errors.outcome !== undefined}>
      <Form method="post" noValidate preventScrollReset className="grid gap-4">
        <input type="hidden" name="form" value={by} />
        <p className="text-14 text-muted">{t(`account:${by}.how`)}</p>
        <FormErrors errors={errors} />
        {errors.outcome && <CodeSent by={by === 'email' ? 'Mail' : 'Sms'} />}
        <Field
          {...INPUT[by]}
          label={t(`account:${by}.new`)}
          hint={
            by === 'phone' ? t('checkout:contact.phoneHint', { example: phoneExample }) : undefined
          }
          {...errors.input(name)}
          autoCapitalize="none"
          required
        />
        {errors.extra.step === 'code' ? (
          <>
            <CodeField error={errors.field('code')} />
            <PasswordField
              name={password}
              label={t(`account:${by}.currentPassword`)}
              error={errors.field(password)}
              autoComplete="current-password"
            />
            {/* First of the buttons: the one that Enter presses. */}
            <Submit label={t(`account:${by}.submit`)} />
            <SendCode target={name} />
          </>
        ) : (
          <SendCode target={name} primary />
        )}
      </Form>
    </FoldedForm>
  );
}
