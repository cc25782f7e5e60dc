import type { Page, PageKind } from '../gw/page';

// QR codes and small print must be zoomable: on these pages gestures are never blocked.
const TOUCH_ALLOWED: ReadonlySet<PageKind> = new Set<PageKind>([
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

/** Whether double taps and multi-touch are blocked on this page: the tenant's setting, with exceptions. */
export function blocksTouch(page: Page): boolean {
  return page.shell.tenant.touch.blockMultiTouch && !TOUCH_ALLOWED.has(page.kind);
}
