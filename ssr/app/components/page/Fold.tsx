import type { ReactNode } from 'react';
import { Icon } from './Icon';

type Props = {
  title: string;
  /** Classes for border, background and colour. */
  className: string;
  open?: boolean;
  children: ReactNode;
};

/** A part of a page that is folded until it is opened. */
export function Fold({ title, className, open, children }: Props) {
  return (
    <details className={`group border border-line px-4 ${className}`} open={open || undefined}>
      <summary className="flex min-h-12 items-center justify-between gap-4 py-2 font-medium">
        {title}
        <Icon name="down" className="size-5 group-open:rotate-180" />
      </summary>
      {children}
    </details>
  );
}
