import type { PageProps } from '../../router/module';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/react';
import { Form } from 'react-router';
import { useActionErrors, useBusy } from '../../router/page';
import { useHydrated } from '../../state/hydrated';
import { AttemptKey } from '../form/AttemptKey';
import type { CodeStep } from '../form/codeStep';
import { FormErrors } from '../form/FormErrors';
import { Field } from '../form/Field';
import { NameFields, type NameField } from '../form/NameFields';
import { NewPasswordFields } from '../form/NewPasswordFields';
import { SwitchLanguageButton } from '../form/SwitchLanguageButton';
import { useDraft } from '../form/useDraft';
import { SignupCode } from './SignupCode';
import { SignupConsents } from './SignupConsents';
import { ariaDisabled } from '../form/ariaDisabled';

/**
 * The sign-up form, then the code in a dialog over it, so that the typed values stay. Without scripts the server renders the code
 * step: code and password are then at the end of the form.
 */
export function SignupForm({ page }: PageProps<'signup'>) {
  const { t } = useTranslation();
  const draft = useDraft();
  const hydrated = useHydrated();
  const errors = useActionErrors<CodeStep>();
  const step = errors.extra.step === 'code';
  const [inPage] = useState(step);
  const { ref, open, closed } = useCodeDialog(
    step && !inPage && onlyAboutCode(errors.fields),
    errors.outcome,
  );
  return (
    <Form {...draft} method="post" noValidate className="grid gap-4">
      {!open && <FormErrors errors={errors} />}
      <AttemptKey />
      {hydrated && <input type="hidden" name="withPassword" value="1" />}
      <Person />
      <div className={`grid gap-4 ${inPage ? '' : 'noscript:hidden'}`}>
        {inPage && <p className="rounded-control bg-mist p-3">{t('auth:signup.passwordHere')}</p>}
        <NewPasswordFields
          labels={{ password: t('auth:password'), confirm: t('auth:confirmPassword') }}
          error={errors.field}
        />
      </div>
      <Referral page={page} />
      {inPage ? <SignupCode page={page} /> : <ConsentsAndSubmit blocked={open} />}
      {!inPage && (
        <dialog ref={ref} onClose={closed} aria-labelledby="signup-code" className="p-6">
          <h2 id="signup-code" className="mb-4 text-20 font-semibold">
            {t('auth:signup.dialogTitle')}
          </h2>
          {open && <SignupCode page={page} inDialog />}
        </dialog>
      )}
      <SwitchLanguageButton />
    </Form>
  );
}

function Person() {
  const { t } = useTranslation();
  const errors = useActionErrors();
  const field = (name: NameField) => ({
    ...errors.input(name),
    label: t(`auth:signup.${name}`),
  });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
        <NameFields field={field} />
      </div>
      <Field
        {...errors.input('email')}
        type="email"
        inputMode="email"
        label={t('auth:email')}
        hint={t('auth:signup.emailHint')}
        autoComplete="username"
        autoCapitalize="none"
        required
      />
    </>
  );
}

function Referral({ page }: PageProps<'signup'>) {
  const { t } = useTranslation();
  const { referral } = page.data;
  const errors = useActionErrors();
  return (
    <Field
      {...errors.input('referral', referral)}
      label={t('auth:signup.referral')}
      hint={t('auth:signup.referralHint')}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
    />
  );
}

// The consents and the button that asks for the code. While the dialog is open the button submits nothing, so that
// Enter in the code presses "Continue".
function ConsentsAndSubmit({ blocked }: { blocked: boolean }) {
  const { t } = useTranslation();
  const busy = useBusy();
  return (
    <>
      <SignupConsents />
      <button
        type={blocked ? 'button' : 'submit'}
        name="intent"
        value="send"
        {...ariaDisabled(busy)}
        className="btn btn-primary w-full"
      >
        {busy ? t('common:loading') : t('auth:signup.submit')}
      </button>
    </>
  );
}

// Whether all errors can be corrected in the dialog: the code, or an address that is taken.
function onlyAboutCode(fields: Record<string, string>): boolean {
  return Object.keys(fields).every((name) => name === 'code' || name === 'email');
}

// Opens the dialog with every response that asks for the code; the shopper may close it and continue in the form.
function useCodeDialog(asked: boolean, outcome: unknown) {
  const ref = useRef<HTMLDialogElement>(null);
  const [closedAfter, setClosedAfter] = useState<unknown>();
  const open = asked && closedAfter !== outcome;
  useEffect(() => {
    if (open && !ref.current?.open) ref.current?.showModal();
    if (!open && ref.current?.open) ref.current.close();
  }, [open]);
  return { ref, open, closed: () => setClosedAfter(outcome) };
}
