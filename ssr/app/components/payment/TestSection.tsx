import type { ReactNode } from 'react';

/** A part of a test page, under its heading. */
export function TestSection({
  id,
  title,
  children,
}: {
  id: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="card">
      <h2 id={id} className="mb-4 text-20 font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}
