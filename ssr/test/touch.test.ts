import type { PageKind } from '../app/gw/page';
import { blocksTouch } from '../app/router/touch';
import { pageFixture, shell } from './fixtures';

const CODES_AND_SMALL_PRINT: PageKind[] = [
  'payment',
  'order_detail',
  'install',
  'account_sims',
  'order_sims',
  'terms',
  'service',
];

test.each(CODES_AND_SMALL_PRINT)('%s can be zoomed', (kind) => {
  expect(blocksTouch(pageFixture(kind, '/en/x'))).toBe(false);
});

test('elsewhere the site decides', () => {
  const { tenant, ...rest } = shell();
  const allowed = { ...rest, tenant: { ...tenant, touch: { blockMultiTouch: false } } };
  expect(blocksTouch(pageFixture('listing', '/en/x'))).toBe(true);
  expect(blocksTouch(pageFixture('listing', '/en/x', { shell: allowed }))).toBe(false);
});
