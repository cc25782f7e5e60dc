import type { ReactNode } from 'react';

type Props = { title: string; id?: string; className?: string; children: ReactNode };

/** One part of the checkout, with its title. */
export function Section({ title, id, className = '', children }: Props) {
  return (
    <fieldset id={id} className={`card ${className}`}>
      <legend className="float-left mb-4 w-full text-20 font-semibold">{title}</legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  );
}
