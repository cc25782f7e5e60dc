import type { Page, PageKind } from '../gw/page';

// A QR code must be zoomable, and so must small print: there gestures stay the browser's.
const GESTURES_STAY: ReadonlySet<PageKind> = new Set<PageKind>([
  'payment',
  'order_detail',
  'install',
  'account_sims',
  'order_sims',
  'terms',
  'service',
  'test_payment',
  'test_stripe',
]);

/** Whether double taps and multi-touch are blocked on this page: the tenant's choice, with exceptions. */
export function blocksTouch(page: Page): boolean {
  return page.shell.tenant.touch.blockMultiTouch && !GESTURES_STAY.has(page.kind);
}
