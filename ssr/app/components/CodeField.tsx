import { useEffect, useRef } from 'react';
import { codeDigits, codeValiditySeconds } from '../../../shared/constants.json';
import { useTranslation } from '../i18n/react';
import { useActionErrors, useBusy } from '../router/page';
import { Alert } from './Alert';
import type { CodeStep } from './codeStep';
import { useSecondsLeft } from './Countdown';
import { Field } from './Field';
import { fieldId } from './FieldError';

/** The code that came by mail or SMS. Takes the focus each time one was sent. */
export function CodeField({ error }: { error?: string }) {
  const { t } = useTranslation();
  const { sent } = useCodeStep();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (sent) box.current?.querySelector<HTMLInputElement>(`#${fieldId('code')}`)?.focus();
  }, [sent]);
  return (
    <div ref={box}>
      <Field
        name="code"
        label={t('auth:code.label')}
        hint={t('auth:code.hint', { digits: codeDigits })}
        error={error}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={codeDigits * 2}
        required
      />
    </div>
  );
}

/** Says where the code went. */
export function CodeSent({ by }: { by: 'Mail' | 'Sms' }) {
  const { t } = useTranslation();
  const { sent, sentTo } = useCodeStep();
  if (!sent) return null;
  return (
    <Alert kind="success" title={t('auth:code.sentTitle')} live>
      {t(`auth:code.sent${by}`, {
        target: sentTo,
        digits: codeDigits,
        minutes: codeValiditySeconds / 60,
      })}
    </Alert>
  );
}

type SendProps = { primary?: boolean; className?: string };

/** Asks for a code, and for another one once the minute is over. */
export function SendCode({ primary, className = '' }: SendProps) {
  const { t } = useTranslation();
  const busy = useBusy();
  const { step, again } = useCodeStep();
  const left = useSecondsLeft(again) ?? 0;
  const label =
    left > 0
      ? t('auth:code.wait', { seconds: left })
      : t(step ? 'auth:code.again' : 'auth:code.send');
  return (
    <button
      type="submit"
      name="intent"
      value="send"
      disabled={busy || left > 0}
      className={`btn ${primary ? 'btn-primary' : 'btn-secondary'} tabular-nums ${className}`}
    >
      {label}
    </button>
  );
}

// How far the page's last answer has brought the code: `sent` changes with every code that was sent.
function useCodeStep(): CodeStep & { sent: unknown } {
  const { extra, failed, outcome } = useActionErrors<CodeStep>();
  return { ...extra, sent: !failed && extra.sentTo ? outcome : undefined };
}
