import { openShop, type Shop } from './shopPages';
import type { PageDataByKind } from '../app/gw/page';
import type { Cart, CartItem } from '../app/gw/types';

const item: CartItem = {
  itemId: '7',
  goodsId: 'us-u3-10',
  name: 'USA 3GB/day 10 days',
  simType: 'esim',
  quantity: 1,
  unitPrice: 3690,
  lineTotal: 3690,
  selected: true,
  available: true,
  maxQuantity: 5,
  compatibilityConfirmed: true,
  startDate: '2026-03-05',
  startText: 'starts 5 Mar 2026',
  startDates: { first: '2026-03-01', last: '2027-03-01', text: 'The 10 days are counted …' },
};

function cartOf(more: Partial<CartItem>): PageDataByKind['cart'] {
  const cart: Cart = {
    items: [{ ...item, ...more }],
    count: 1,
    subtotal: 0,
    currency: 'USD',
    selectedCount: 1,
    allSelected: true,
  };
  return { cart };
}

let shop: Shop;
afterEach(() => shop.close());

const sent = (path: string) => shop.bff.seen.find((call) => call.path === path)?.body;

test('a line of the cart shows its day, and takes another', async () => {
  shop = await openShop('cart', cartOf({}));
  const { html } = await shop.open('/zh/cart');
  expect(html).toMatch(/<input[^>]*type="date"[^>]*min="2026-03-01"[^>]*max="2027-03-01"[^>]*>/);
  expect(html).toContain('开始日期');
  await shop.post('/zh/cart', { itemId: '7', startDate: '2026-03-09' });
  expect(sent('/gw/mall/cart/update')).toMatchObject({ itemId: '7', startDate: '2026-03-09' });
});

test('a line whose day has passed says so, and keeps what was typed instead', async () => {
  const startDateProblem = 'This day has passed.';
  shop = await openShop('cart', cartOf({ available: false, startDateProblem }));
  expect((await shop.open('/en/cart')).html).toContain(startDateProblem);
  const refusal = { fields: { startDate: 'Too late.' } };
  shop.bff.on('/gw/mall/cart/update', () => ({
    status: 422,
    code: 'validation_failed',
    message: 'Please check.',
    data: refusal,
  }));
  const { html } = await shop.post('/en/cart', { itemId: '7', startDate: '2029-01-01' });
  expect(html).toContain('Too late.');
  expect(html).toContain('value="2029-01-01"');
});

test('an empty day is refused with a message, and not taken for no change', async () => {
  shop = await openShop('cart', cartOf({}));
  await shop.post('/en/cart', { itemId: '7', startDate: '' });
  expect(sent('/gw/mall/cart/update')).toMatchObject({ itemId: '7', startDate: '-' });
});
