import type { ComponentProps } from 'react';
import { useTranslation } from '../../i18n/react';
import { FieldError, errorId, fieldId, invalidProps } from './FieldError';

type OwnProps = {
  name: string;
  label: string;
  hint?: string;
  error?: string;
  /** What the label says when the field is not always required, instead of "optional". */
  optional?: string;
};
type InputProps = OwnProps & Omit<ComponentProps<'input'>, 'id' | 'name'> & { multiline?: false };
type AreaProps = OwnProps & Omit<ComponentProps<'textarea'>, 'id' | 'name'> & { multiline: true };

/** Label, text input (or a text area when `multiline`), hint and error. A field that is not required says so. */
export function Field(props: InputProps | AreaProps) {
  const { name, label, hint, error, optional, required, multiline: _, ...rest } = props;
  const { className = '', ...control } = rest;
  const { t } = useTranslation();
  const id = fieldId(name);
  const described = [hint && `${id}-hint`, error && errorId(name)].filter(Boolean).join(' ');
  const shared = {
    id,
    name,
    required,
    className: 'field block',
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': described || undefined,
  };
  return (
    <div className={className}>
      <FieldLabel
        htmlFor={id}
        label={label}
        optional={required ? undefined : (optional ?? t('common:optional'))}
      />
      {props.multiline ? (
        <textarea {...(control as ComponentProps<'textarea'>)} {...shared} />
      ) : (
        <input {...(control as ComponentProps<'input'>)} {...shared} />
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-14 text-muted">
          {hint}
        </p>
      )}
      <FieldError name={name} message={error} />
    </div>
  );
}

type SelectProps = Omit<ComponentProps<'select'>, 'id' | 'name' | 'className'> & {
  name: string;
  label: string;
  error?: string;
};

/** A choice from a list, with its label and its error; its options are the children. */
export function Select({ name, label, error, ...select }: SelectProps) {
  return (
    <div>
      <FieldLabel htmlFor={fieldId(name)} label={label} />
      <select
        {...select}
        id={fieldId(name)}
        name={name}
        className="field"
        {...invalidProps(name, error)}
      />
      <FieldError name={name} message={error} />
    </div>
  );
}

type LabelProps = { htmlFor: string; label: string; optional?: string };

/** The label of a field; `optional` says that it may be left empty. */
export function FieldLabel({ htmlFor, label, optional }: LabelProps) {
  return (
    <label htmlFor={htmlFor} className="mb-1 block text-14 font-medium">
      {label}
      {optional && <span className="font-normal text-muted"> {optional}</span>}
    </label>
  );
}
