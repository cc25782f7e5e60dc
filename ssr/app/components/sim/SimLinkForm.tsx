import { Form } from 'react-router';
import { useTranslation } from '../../i18n/react';
import { AccountSection, FoldedForm } from '../account/AccountSection';
import { CodeField, CodeSent, SendCode } from '../form/CodeField';
import type { CodeStep } from '../form/codeStep';
import { Field } from '../form/Field';
import { FormErrors } from '../form/FormErrors';
import { Submit } from '../form/Submit';
import { useFormErrors } from '../form/useFormErrors';

/** Links a SIM that was bought elsewhere: its card number, its phone number, and a code that comes to it. */
export function SimLinkForm({ open }: { open: boolean }) {
  const { t } = useTranslation();
  const errors = useFormErrors<CodeStep>('link');
  return (
    <AccountSection id="link" title={t('sims:link.title')}>
      <FoldedForm label={t('sims:link.open')} open={open || errors.outcome !== undefined}>
        <Form method="post" noValidate preventScrollReset className="grid gap-4">
          <input type="hidden" name="form" value="link" />
          <p className="text-14 text-muted">{t('sims:link.how')}</p>
          <FormErrors errors={errors} />
          {errors.outcome && <CodeSent by="Sms" />}
          <Field
            {...errors.input('iccid')}
            label={t('sims:link.iccid')}
            hint={t('sims:link.iccidHint')}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={30}
            required
          />
          <Field
            {...errors.input('phone')}
            type="tel"
            inputMode="tel"
            label={t('sims:link.phone')}
            hint={t('sims:link.phoneHint')}
            autoComplete="tel"
            required
          />
          {errors.extra.step === 'code' ? (
            <>
              <CodeField error={errors.field('code')} />
              {/* First of the buttons: the one that Enter presses. */}
              <Submit label={t('sims:link.submit')} />
              <SendCode target="phone" />
            </>
          ) : (
            <SendCode target="phone" primary />
          )}
        </Form>
      </FoldedForm>
    </AccountSection>
  );
}
