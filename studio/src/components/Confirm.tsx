import { useRef } from 'react';
import { Button } from './Button';
import { ConfirmDialog } from './ConfirmDialog';

type Props = {
  /** The text of the button. */
  label: string;
  /** Its name for screen readers, where the label alone does not say about what. */
  name?: string;
  question: string;
  busy?: boolean;
  /** The style of the button; `primary` for an action that is not destructive. */
  look?: 'link' | 'primary';
  onConfirm: () => void;
};

/** A button that asks for confirmation before it does something irreversible. */
export function Confirm({ label, name, question, busy, look = 'link', onConfirm }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <Button
        type="button"
        look={look}
        aria-label={name}
        busy={busy}
        onClick={() => dialog.current?.showModal()}
      >
        {label}
      </Button>
      <ConfirmDialog
        dialog={dialog}
        question={question}
        label={label}
        look={look === 'primary' ? 'primary' : 'danger'}
        onConfirm={onConfirm}
      />
    </>
  );
}
