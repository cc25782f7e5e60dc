import { renderToStaticMarkup } from 'react-dom/server';
import { LogoMark } from '../app/components/frame/LogoMark';
import type { PageKind } from '../app/gw/page';

// The travel-card and my-account paths of the specification.
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
 * Logo with dots over the whole screen. It stands outside the React root, says nothing to a screen reader, and is ended
 * by the main style sheet itself, so that it needs no script.
 */
export function overlayHtml(): string {
  return `<div class="overlay" aria-hidden="true">${MARK}<span class="overlay-dots"><i></i><i></i><i></i></span></div>`;
}

const MARK = renderToStaticMarkup(<LogoMark />);
