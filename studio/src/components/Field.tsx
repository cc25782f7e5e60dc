import { useId, type ComponentProps, type ReactNode } from 'react';

type OwnProps = {
  label: string;
  hint?: string;
  error?: string;
  /** Class of the element around label, control, hint and error. */
  className?: string;
};
type Described = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true };

/** A single-line text field with its label, hint and error. */
export function Field({
  label,
  hint,
  error,
  className,
  ...input
}: OwnProps & Omit<ComponentProps<'input'>, 'id'>) {
  return (
    <Labelled label={label} hint={hint} error={error} className={className}>
      {(described) => <input {...input} {...described} className="field" />}
    </Labelled>
  );
}

/** A select with its label, hint and error; its options are the children. */
export function Select({
  label,
  hint,
  error,
  className,
  ...select
}: OwnProps & Omit<ComponentProps<'select'>, 'id'>) {
  return (
    <Labelled label={label} hint={hint} error={error} className={className}>
      {(described) => <select {...select} {...described} className="field" />}
    </Labelled>
  );
}

/** A multi-line text field with its label, hint and error. */
export function TextArea({
  label,
  hint,
  error,
  className,
  ...area
}: OwnProps & Omit<ComponentProps<'textarea'>, 'id'>) {
  return (
    <Labelled label={label} hint={hint} error={error} className={className}>
      {(described) => <textarea {...area} {...described} className="field" />}
    </Labelled>
  );
}

type LabelledProps = OwnProps & { children: (described: Described) => ReactNode };

function Labelled({ label, hint, error, className, children }: LabelledProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-14 font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-14 text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-14 text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
