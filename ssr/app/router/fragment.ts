import { createContext, useContext, type ReactNode } from 'react';

/** Renders a fragment for the data it depends on, and returns a placeholder for its HTML. */
export type WriteFragment = (data: unknown, children: ReactNode) => string;

/** The function that writes fragments; null in the browser, which renders their children directly. */
export const FragmentContext = createContext<WriteFragment | null>(null);

type ContentProps = { children: ReactNode } | { dangerouslySetInnerHTML: { __html: string } };

/**
 * Returns the content of an element as props. The renderer caches its HTML, because pages have many such parts in common.
 *
 * The content must not depend on the address, the visitor or its position: no router, no `useId`, and of the page only what
 * `FRAGMENT_SHELL` names.
 * @param data a name for this use, then everything that the content depends on except texts and language; JSON values
 */
export function useFragment(data: readonly unknown[], children: ReactNode): ContentProps {
  const write = useContext(FragmentContext);
  return write ? { dangerouslySetInnerHTML: { __html: write(data, children) } } : { children };
}

/** The parts of the shell that are the same on all pages of a site. */
export const FRAGMENT_SHELL = ['tenant', 'tenants', 'tiles'] as const;
