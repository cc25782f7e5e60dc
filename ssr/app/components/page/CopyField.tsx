import { useId, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/react';
import { Icon } from './Icon';

type Props = { label: string; value: string };

/** A value to copy: a read-only field that can be selected by hand, and a button that confirms the copy. */
export function CopyField({ label, value }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-14 font-medium">
        {label}
      </label>
      <div className="flex flex-wrap gap-x-2">
        <input
          id={id}
          ref={field}
          readOnly
          value={value}
          className="field min-w-0 flex-1 font-mono text-14!"
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton label={label} value={value} select={() => field.current!.focus()} />
      </div>
    </div>
  );
}

/** Copies a value, and says so below; `select` selects it where copying is not allowed. */
export function CopyButton({ label, value, select }: Props & { select: () => void }) {
  const { t } = useTranslation();
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setSaid(t('order:copy.done', { label }));
    } catch {
      // No permission, or not https: the text is selected, the shopper's own copy command does the rest.
      select();
      setSaid(t('order:copy.byHand'));
    }
  };
  return (
    <>
      <button
        type="button"
        onClick={() => void copy()}
        className="btn btn-secondary no-print px-3! scriptless:hidden no-app:invisible"
      >
        <Icon name="copy" />
        <span className="sr-only">{t('order:copy.button', { label })}</span>
      </button>
      <p role="status" className="min-h-6 w-full text-14 text-success">
        {said}
      </p>
    </>
  );
}
