import { useId, useState } from 'react';
import { useTranslation } from '../../i18n/react';
import { Icon } from './Icon';

/** A value to copy: a read-only field that can be selected by hand, and a button that confirms the copy. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation();
  const id = useId();
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setSaid(t('order:copy.done', { label }));
    } catch {
      // No permission, or not https: the text is selected, the shopper's own copy command does the rest.
      const field = document.getElementById(id) as HTMLInputElement;
      field.focus();
      field.select();
      setSaid(t('order:copy.byHand'));
    }
  };
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-14 font-medium">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          readOnly
          value={value}
          className="field font-mono text-14!"
          onFocus={(event) => event.currentTarget.select()}
        />
        <button
          type="button"
          onClick={() => void copy()}
          className="btn btn-secondary px-3! scriptless:hidden no-app:invisible"
        >
          <Icon name="copy" />
          <span className="sr-only">{t('order:copy.button', { label })}</span>
        </button>
      </div>
      <p role="status" className="min-h-6 text-14 text-success">
        {said}
      </p>
    </div>
  );
}
