import { useId, type ComponentProps, type ReactNode } from 'react';

type Own = { name: string; label: string; hint?: string; error?: string };
type Described = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true };

/** A line to type in, with its label, hint and error. */
export function Field({
  label,
  hint,
  error,
  ...input
}: Own & Omit<ComponentProps<'input'>, 'id' | 'name'>) {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(described) => <input {...input} {...described} className="field" />}
    </Labelled>
  );
}

/** A choice from a list; its options are the children. */
export function Select({
  label,
  hint,
  error,
  ...select
}: Own & Omit<ComponentProps<'select'>, 'id' | 'name'>) {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(described) => <select {...select} {...described} className="field" />}
    </Labelled>
  );
}

/** Lines to type in. */
export function TextArea({
  label,
  hint,
  error,
  ...area
}: Own & Omit<ComponentProps<'textarea'>, 'id' | 'name'>) {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(described) => <textarea {...area} {...described} className="field" />}
    </Labelled>
  );
}

type LabelledProps = Omit<Own, 'name'> & { children: (described: Described) => ReactNode };

function Labelled({ label, hint, error, children }: LabelledProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div>
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
