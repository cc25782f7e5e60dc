import { createContext } from 'react';

/** Goes to a path of the shop without loading a document. */
export type Navigate = (to: string, options: { replace: boolean }) => Promise<void>;

/**
 * How the links of a page go to other pages, the same for all of them: React Router's own hook keeps a function for each link and asks
 * six contexts for it. Null in the renderer.
 */
export const NavigateContext = createContext<Navigate | null>(null);
