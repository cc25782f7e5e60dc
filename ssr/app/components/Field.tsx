import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError, errorId, fieldId } from './FieldError';

type Props = Omit<ComponentProps<'input'>, 'id' | 'name'> & {
  name: string;
  label: string;
  hint?: string;
  error?: string;
};

/** Label, text input, hint and error. A field that is not required says so. */
export function Field({ name, label, hint, error, className = '', required, ...input }: Props) {
  const { t } = useTranslation();
  const id = fieldId(name);
  const described = [hint && `${id}-hint`, error && errorId(name)].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <FieldLabel
        htmlFor={id}
        label={label}
        optional={!required}
        optionalText={t('common:optional')}
      />
      <input
        {...input}
        id={id}
        name={name}
        required={required}
        className="field"
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      />
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-14 text-muted">
          {hint}
        </p>
      )}
      <FieldError name={name} message={error} />
    </div>
  );
}

type LabelProps = { htmlFor: string; label: string; optional: boolean; optionalText: string };

export function FieldLabel({ htmlFor, label, optional, optionalText }: LabelProps) {
  return (
    <label htmlFor={htmlFor} className="mb-1 block text-14 font-medium">
      {label}
      {optional && <span className="font-normal text-muted"> {optionalText}</span>}
    </label>
  );
}
