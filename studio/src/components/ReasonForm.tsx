import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Button } from './Button';
import { ConfirmDialog } from './ConfirmDialog';
import { Field } from './Field';

type Props = {
  /** The action, shown on the summary and on the button. */
  label: string;
  /** Its name for screen readers, where the label alone does not say about what. */
  name?: string;
  reason: string;
  hint: string;
  error?: string;
  busy: boolean;
  look?: 'danger' | 'primary';
  /** Asks for confirmation of what the form says; without it the form is sent at once. */
  question?: (form: FormData) => string;
  /** Further fields, before the reason. */
  children?: ReactNode;
  onSend: (reason: string, form: FormData) => void;
};

/** A collapsed form for an action that needs a reason. */
export function ReasonForm(props: Props) {
  const { label, name, reason, hint, error, busy, look = 'primary', question, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const [asked, setAsked] = useState<FormData>();
  const send = (form: FormData) => props.onSend(String(form.get('reason')), form);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    if (!question) return send(form);
    setAsked(form);
    dialog.current?.showModal();
  }
  return (
    <details className="min-w-0 grow">
      <summary className="link-alone" aria-label={name}>
        {label}
      </summary>
      <form onSubmit={submit} className="mt-3 grid max-w-xl gap-3">
        {children}
        <Field name="reason" label={reason} hint={hint} error={error} maxLength={200} required />
        <p>
          <Button look={look} busy={busy}>
            {label}
          </Button>
        </p>
      </form>
      {question && (
        <ConfirmDialog
          dialog={dialog}
          question={asked ? question(asked) : ''}
          label={label}
          look={look}
          onConfirm={() => asked && send(asked)}
        />
      )}
    </details>
  );
}
