import type { ReactNode } from 'react';
import { FieldError, fieldId, invalidProps } from './FieldError';

type Props = {
  name: string;
  checked?: boolean;
  error?: string;
  required?: boolean;
  /** Focus it when it has an error, also without scripts. */
  focused?: boolean;
  children: ReactNode;
};

/** A check box with its label and its error. Its value is `1`. */
export function Check({ name, checked, error, required, focused, children }: Props) {
  return (
    <div>
      <label className="flex items-start gap-3 py-2">
        <input
          type="checkbox"
          id={fieldId(name)}
          name={name}
          value="1"
          required={required}
          defaultChecked={checked}
          className="mt-0.5 size-5 shrink-0 accent-primary"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field that was refused
          autoFocus={focused && error !== undefined}
          {...invalidProps(name, error)}
        />
        <span>{children}</span>
      </label>
      <FieldError name={name} message={error} />
    </div>
  );
}
