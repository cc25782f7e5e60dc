import { createContext, useContext, type ReactNode } from 'react';

/** Writes a fragment for the data it depends on, and returns the HTML that stands for it. */
export type WriteFragment = (data: unknown, children: ReactNode) => string;

/** Holds what writes fragments; null in the browser, which renders them as anything else. */
export const FragmentContext = createContext<WriteFragment | null>(null);

type Inside = { children: ReactNode } | { dangerouslySetInnerHTML: { __html: string } };

/**
 * What stands inside of an element, as its props. The renderer remembers the HTML of it, so that pages that have much in common are
 * not rendered from nothing.
 *
 * Nothing in it may depend on the address, the visitor or the place where it stands: no router, no `useId`, and of the page only
 * what `FRAGMENT_SHELL` names.
 * @param data all else that it depends on but texts and language, as JSON can say it, after a name of its own
 */
export function useFragment(data: readonly unknown[], children: ReactNode): Inside {
  const write = useContext(FragmentContext);
  return write ? { dangerouslySetInnerHTML: { __html: write(data, children) } } : { children };
}

/** What of the shell is the same on all pages of a site. */
export const FRAGMENT_SHELL = ['tenant', 'tenants', 'tiles'] as const;
