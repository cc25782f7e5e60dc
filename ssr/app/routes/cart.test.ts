import { openShop, type Shop } from '../../test/shopPages';

let shop: Shop;
afterEach(() => shop.close());

const bodies = (path: string) =>
  shop.bff.seen.filter((call) => call.path === path).map((call) => call.body);

test('the cart changes one line per press', async () => {
  const item = {
    itemId: '7',
    goodsId: 'jp-3g-7',
    name: 'Japan',
    simType: 'esim' as const,
    quantity: 2,
    unitPrice: 650,
    lineTotal: 1300,
    selected: true,
    available: true,
    maxQuantity: 9,
    compatibilityConfirmed: true,
  };
  shop = await openShop('cart', {
    cart: {
      items: [item],
      count: 2,
      subtotal: 1300,
      currency: 'USD',
      selectedCount: 2,
      allSelected: true,
    },
  });
  shop.bff.on('/gw/mall/cart/update', () => ({ data: {} }));
  await shop.post('/en/cart', { 'quantity.7': '2', 'shown.7': '2', step: '7 1' });
  const typed = { 'quantity.7': '5', 'shown.7': '2', 'quantity.8': '1', 'shown.8': '1' };
  await shop.post('/en/cart', { ...typed, step: '8 1' });
  const checkout = await shop.post('/en/cart', { ...typed, intent: 'checkout' });
  expect(checkout.location).toBe('/en/order');
  await shop.post('/en/cart', { intent: 'select', itemId: '7', selected: '0' });
  await shop.post('/en/cart', { intent: 'selectAll', selected: '1' });
  expect(bodies('/gw/mall/cart/update')).toMatchObject([
    { itemId: '7', quantity: 3 },
    { itemId: '7', quantity: 5 },
    { itemId: '8', quantity: 2 },
    { itemId: '7', quantity: 5 },
    { itemId: '7', selected: false },
    { selectAll: true },
  ]);
});

test('the cart names the deposit of a contract beside its price, and adds both up', async () => {
  const item = {
    itemId: '1',
    goodsId: 'm-1',
    name: 'Monthly',
    simType: 'esim' as const,
    quantity: 2,
    unitPrice: 1990,
    lineTotal: 3980,
    deposit: 5000,
    selected: true,
    available: true,
    maxQuantity: 9,
    compatibilityConfirmed: true,
  };
  const cart = {
    items: [item],
    count: 2,
    subtotal: 3980,
    deposit: 5000,
    currency: 'USD',
    selectedCount: 2,
    allSelected: true,
  };
  shop = await openShop('cart', { cart });
  const { html } = await shop.open('/zh/cart');
  for (const words of ['另收押金 $50.00', '押金', '合计', '$89.80']) expect(html).toContain(words);
});
