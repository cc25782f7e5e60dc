import type { ComponentProps } from 'react';

/** A box to tick, with its label behind it. */
export function Checkbox({
  className = 'min-h-9',
  children,
  ...input
}: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className={`flex items-center gap-2 ${className}`}>
      <input {...input} type="checkbox" />
      {children}
    </label>
  );
}
