import type { ReactNode } from 'react';

type Props = { id: string; title: string; children: ReactNode };

/** A section of an order's page, named by its title. */
export function OrderSection({ id, title, children }: Props) {
  return (
    <section aria-labelledby={id} className="card">
      <h2 id={id} className="mb-3 text-20 font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}
