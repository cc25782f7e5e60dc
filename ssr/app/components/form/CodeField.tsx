import { useEffect, useRef, useState, type RefObject } from 'react';
import { codeDigits, codeValiditySeconds } from '../../../../shared/constants.json';
import { useTranslation } from '../../i18n/react';
import { useActionErrors, useBusy } from '../../router/page';
import { Alert } from '../page/Alert';
import { useSecondsLeft } from '../page/Countdown';
import type { CodeStep } from './codeStep';
import { Field } from './Field';
import { fieldId } from './FieldError';
import { ariaDisabled } from './ariaDisabled';

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

type SendProps = {
  /** Name of the field that says where the code goes. */
  target: string;
  primary?: boolean;
  className?: string;
};

/**
 * Button that sends a code, and another one after a minute. The form holds the last recipient, so that the minute continues after
 * a mistyped code; for another address or number it ends at once.
 */
export function SendCode({ target, primary, className = '' }: SendProps) {
  const { t } = useTranslation();
  const busy = useBusy();
  const { sentTo, again } = useCodeStep();
  const button = useRef<HTMLButtonElement>(null);
  const same = useSameTarget(button, target, sentTo);
  const left = useSecondsLeft(again) ?? 0;
  const wait = same && left > 0;
  const label = wait
    ? t('auth:code.wait', { seconds: left })
    : t(same ? 'auth:code.again' : 'auth:code.send');
  return (
    <>
      {sentTo && <input type="hidden" name="sentTo" value={sentTo} />}
      {again && <input type="hidden" name="again" value={again} />}
      <button
        ref={button}
        type="submit"
        name="intent"
        value="send"
        {...ariaDisabled(busy || wait)}
        className={`btn ${primary ? 'btn-primary' : 'btn-secondary'} tabular-nums ${className}`}
      >
        {label}
      </button>
    </>
  );
}

// Whether the field of the form still says where the code went.
function useSameTarget(button: RefObject<HTMLButtonElement | null>, name: string, sentTo?: string) {
  const typed = useActionErrors().value(name).trim();
  const [same, setSame] = useState(typed === sentTo);
  useEffect(() => {
    const { form } = button.current!;
    const field = form!.elements.namedItem(name) as HTMLInputElement;
    const look = () => setSame(field.value.trim() === sentTo);
    look();
    field.addEventListener('input', look);
    return () => field.removeEventListener('input', look);
  }, [button, name, sentTo]);
  return same;
}

// The code step of the page's last response; `sent` changes with every code that was sent.
function useCodeStep(): CodeStep & { sent: unknown } {
  const { extra, failed, outcome, value } = useActionErrors<CodeStep>();
  const sent = !failed && extra.sentTo ? outcome : undefined;
  const last = (name: 'sentTo' | 'again') => extra[name] ?? (value(name) || undefined);
  return { ...extra, sentTo: last('sentTo'), again: last('again'), sent };
}
