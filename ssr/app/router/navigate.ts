import { createContext } from 'react';

/** Navigates to a path of the shop without loading a document. */
export type Navigate = (to: string, options: { replace: boolean }) => Promise<void>;

/**
 * The navigate function for all links of a page. React Router's useNavigate makes a function for each link and reads six contexts for
 * it. Null in the renderer.
 */
export const NavigateContext = createContext<Navigate | null>(null);
