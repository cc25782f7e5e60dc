import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button';

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
  const { t } = useTranslation();
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
      <dialog ref={dialog} aria-label={question} className="p-6">
        <p>{question}</p>
        <form method="dialog" className="mt-6 flex flex-wrap justify-end gap-3">
          <Button look="secondary">{t('common.cancel')}</Button>
          <Button look={look === 'primary' ? 'primary' : 'danger'} onClick={onConfirm}>
            {label}
          </Button>
        </form>
      </dialog>
    </>
  );
}
