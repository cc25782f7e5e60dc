import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button';

type Props = {
  /** Opens the dialog by `showModal`. */
  dialog: RefObject<HTMLDialogElement | null>;
  question: string;
  /** The text of the button that confirms. */
  label: string;
  look: 'danger' | 'primary';
  onConfirm: () => void;
};

/** A dialog that asks for confirmation. */
export function ConfirmDialog({ dialog, question, label, look, onConfirm }: Props) {
  const { t } = useTranslation();
  return (
    <dialog ref={dialog} aria-label={question} className="p-6">
      <p className="wrap-anywhere">{question}</p>
      <form method="dialog" className="mt-6 flex flex-wrap justify-end gap-3">
        <Button look="secondary">{t('common.cancel')}</Button>
        <Button look={look} onClick={onConfirm}>
          {label}
        </Button>
      </form>
    </dialog>
  );
}
