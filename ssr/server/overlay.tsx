import { renderToStaticMarkup } from 'react-dom/server';
import { LogoMark } from '../app/components/frame/LogoMark';
import type { PageKind } from '../app/gw/page';

// The page kinds of the travel-card and my-account paths in the specification.
const COVERED: ReadonlySet<PageKind> = new Set<PageKind>([
  'listing',
  'group',
  'detail',
  'destination',
  'compare',
  'which',
  'account',
  'account_orders',
  'account_sims',
  'account_rewards',
  'account_delete',
]);

/** Whether the first load of such a page is covered until the style sheets have loaded. */
export function coversFirstLoad(kind: PageKind | undefined): boolean {
  return kind !== undefined && COVERED.has(kind);
}

/**
 * Renders the overlay: the logo with dots over the whole screen. It is outside the React root, hidden from screen readers, and
 * hidden by the main style sheet, so it needs no script.
 */
export function overlayHtml(): string {
  return `<div class="overlay" aria-hidden="true">${MARK}<span class="overlay-dots"><i></i><i></i><i></i></span></div>`;
}

const MARK = renderToStaticMarkup(<LogoMark />);
