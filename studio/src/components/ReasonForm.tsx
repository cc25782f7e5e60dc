import type { FormEvent, ReactNode } from 'react';
import { Button } from './Button';
import { Field } from './Field';

type Props = {
  /** What is done, on the button and on what opens the form. */
  label: string;
  /** Its name for screen readers, where the label alone does not say about what. */
  name?: string;
  reason: string;
  hint: string;
  error?: string;
  busy: boolean;
  look?: 'danger' | 'primary';
  /** More of the form, before the reason. */
  children?: ReactNode;
  onSend: (reason: string, form: FormData) => void;
};

/** Something that is done for a reason: a line that opens into a form. */
export function ReasonForm(props: Props) {
  const { label, name, reason, hint, error, busy, look = 'primary', children, onSend } = props;
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    onSend(String(form.get('reason')), form);
  }
  return (
    <details className="min-w-0 grow">
      <summary className="link-alone" aria-label={name}>
        {label}
      </summary>
      <form onSubmit={send} className="mt-3 grid max-w-xl gap-3">
        {children}
        <Field name="reason" label={reason} hint={hint} error={error} maxLength={200} required />
        <p>
          <Button look={look} busy={busy}>
            {label}
          </Button>
        </p>
      </form>
    </details>
  );
}
