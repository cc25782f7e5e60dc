import { useEffect, type RefObject } from 'react';
import { useTranslation } from '../../i18n/react';
import { Form } from 'react-router';
import {
  codeDigits,
  codeResendSeconds,
  codeValiditySeconds,
} from '../../../../shared/constants.json';
import { useActionErrors } from '../../router/page';
import { FormErrors } from '../form/FormErrors';
import { Field } from '../form/Field';
import { fieldId } from '../form/FieldError';
import { SwitchLanguageButton } from '../form/SwitchLanguageButton';
import { Submit } from '../form/Submit';
import { useDraft } from '../form/useDraft';
import { Alert } from '../page/Alert';
import type { OrderLookup, TrackStep } from './orderLookup';

/** Order number and e-mail, filled in by the link of a mail, then the code that was mailed. One form, so that nothing typed is lost. */
export function TrackForm({ orderNo = '', email: mailbox = '' }: Partial<OrderLookup>) {
  const { t } = useTranslation();
  const errors = useActionErrors<TrackStep>();
  const { step, sent, orderNo: askedOrder = orderNo, email = mailbox } = errors.extra;
  const draft = useDraft();
  useFocusOnCode(draft.ref, step === 'code' && !errors.failed && errors.outcome);
  // When the look-up itself failed, this page has a message of its own.
  const message = errors.code === 'order_query_failed' ? t('track:queryFailed') : errors.message;
  return (
    <Form {...draft} method="post" noValidate className="grid gap-4">
      <FormErrors errors={{ ...errors, message }} />
      {sent && !errors.failed && (
        <Alert kind="success" title={t('track:sent.title')} live>
          {t('track:sent.text', {
            email,
            digits: codeDigits,
            minutes: codeValiditySeconds / 60,
          })}
        </Alert>
      )}
      <Field
        {...errors.input('orderNo', askedOrder)}
        label={t('track:orderNo')}
        hint={t('track:orderNoHint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        required
      />
      <Field
        {...errors.input('email', email)}
        type="email"
        inputMode="email"
        label={t('track:email')}
        hint={t('track:emailHint')}
        autoComplete="email"
        required
      />
      {step === 'code' ? (
        <>
          <Field
            name="code"
            label={t('track:code')}
            hint={t('track:codeHint', { seconds: codeResendSeconds })}
            error={errors.field('code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={codeDigits * 2}
            required
          />
          {/* First of the buttons: the one that Enter presses. */}
          <Submit intent="show" label={t('track:show')} />
          <Submit intent="send" label={t('track:again')} look="secondary" />
        </>
      ) : (
        <>
          <Submit intent="send" label={t('track:send')} />
          <Submit intent="have" label={t('track:have')} look="secondary" />
        </>
      )}
      <SwitchLanguageButton />
    </Form>
  );
}

// Focuses the code field each time a code was requested.
function useFocusOnCode(form: RefObject<HTMLFormElement | null>, asked: unknown) {
  useEffect(() => {
    if (asked) form.current?.querySelector<HTMLInputElement>(`#${fieldId('code')}`)?.focus();
  }, [form, asked]);
}
