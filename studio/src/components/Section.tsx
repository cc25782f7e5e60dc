import { useId, type ReactNode } from 'react';

type Props = { title: ReactNode; className?: string; children: ReactNode };

/** A section of a page, labelled by its heading. */
export function Section({ title, className = 'card', children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="text-20 font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}
