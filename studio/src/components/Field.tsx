import { useId, type ComponentProps, type ElementType } from 'react';

type OwnProps = {
  label: string;
  hint?: string;
  error?: string;
  /** Class of the element around label, control, hint and error. */
  className?: string;
};
type ControlProps<Control extends ElementType> = OwnProps & Omit<ComponentProps<Control>, 'id'>;

/** A single-line text field with its label, hint and error. */
export function Field(props: ControlProps<'input'>) {
  return <Labelled as="input" {...props} />;
}

/** A select with its label, hint and error; its options are the children. */
export function Select(props: ControlProps<'select'>) {
  return <Labelled as="select" {...props} />;
}

/** A multi-line text field with its label, hint and error. */
export function TextArea(props: ControlProps<'textarea'>) {
  return <Labelled as="textarea" {...props} />;
}

type LabelledProps = OwnProps & { as: ElementType } & Record<string, unknown>;

function Labelled({ as: Control, label, hint, error, className, ...control }: LabelledProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-14 font-medium">
        {label}
      </label>
      <Control
        {...control}
        id={id}
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
        className="field"
      />
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
