import type { PageDataByKind } from '../app/gw/page';
import { openShop, type Shop } from './shopPages';

const CLAIM = '/gw/mall/us/orders/claim';
const PATH = '/en/my-account/orders';

const order = (orderNo: string) => ({
  orderNo,
  status: 'completed' as const,
  orderTime: '2026-03-05T06:00:00Z',
  payBefore: '2026-03-06T06:00:00Z',
  items: [
    {
      goodsId: 'jp',
      name: 'Japan <3 GB>',
      quantity: 2,
      simType: 'esim' as const,
      state: 'handed_over' as const,
    },
  ],
  orderTotal: 1300,
  currency: 'USD',
  paymentMethod: 'card' as const,
  cancellable: false,
});

const page = (later = false, count = 2): PageDataByKind['account_orders'] => ({
  query: { tab: 'all', period: 'all', page: 1 },
  list: { items: [], total: 0, page: 1, pageSize: 10 },
  guestOrders: { later, firstOrder: later, items: ['A1', 'B2'].slice(0, count).map(order) },
});

let shop: Shop;
afterEach(() => shop.close());

test('every order is offered ticked, with number, day, amount and what is in it', async () => {
  shop = await openShop('account_orders', page());
  const { html } = await shop.open(PATH);
  expect(html).toContain('We found 2 orders placed with this email as a guest');
  expect(html.match(/<input type="checkbox"[^>]*name="[AB][12]"[^>]*checked=""/g)).toHaveLength(2);
  expect(html).toContain('Order A1');
  expect(html).toMatch(/5 Mar 2026[^A-Z]*\$13\.00/);
  expect(html).toContain('Japan &lt;3 GB&gt;');
  expect(html).not.toContain('friend&#x27;s code');
});

test('the ticked ones are taken, and the page says what came', async () => {
  shop = await openShop('account_orders', page());
  shop.bff.on(CLAIM, () => ({ data: { orders: 1, sims: 2, simsElsewhere: 1 } }));
  const form = { form: 'claim', intent: 'claim', orderNos: 'B2', B2: '1' };
  const answer = await shop.post(PATH, form);
  expect(answer).toMatchObject({ status: 303, location: `${PATH}?claimed=1&sims=2&stays=1` });
  const call = shop.bff.seen.find(({ path }) => path === CLAIM);
  expect(call?.body).toMatchObject({ orderNos: ['B2'] });
  const { html } = await shop.open(answer.location!);
  expect(html).toMatch(/role="status"[^]*1 order is now in your account/);
  expect(html).toMatch(/2 SIMs are under My SIMs[^]*1 SIM is linked to another account/);
});

test('what was refused stays as it was ticked, with the reason', async () => {
  shop = await openShop('account_orders', page());
  const none = { orderNos: 'Please tick at least one order.' };
  shop.bff.on(CLAIM, () => ({ status: 422, code: 'validation_failed', data: { fields: none } }));
  const empty = await shop.post(PATH, { form: 'claim', orderNos: 'A1', intent: 'claim' });
  expect(empty.html).toMatch(/id="field-A1-error"[^]*tick at least one/);
  expect(empty.html).not.toContain('checked=""');
  expect(empty.html.match(/role="alert"/g)).toHaveLength(1);
  const message = 'no longer';
  shop.bff.on(CLAIM, () => ({ status: 404, code: 'order_not_found', message }));
  const gone = await shop.post(PATH, {
    form: 'claim',
    intent: 'claim',
    orderNos: 'B2',
    B2: '1',
  });
  expect(gone.html).toContain(message);
  expect(gone.html.match(/checked=""/g)).toHaveLength(1);
});

test('a dismissed offer is one collapsed line; an expired login leads back to it', async () => {
  shop = await openShop('account_orders', page(true, 1));
  const { html } = await shop.open(PATH);
  expect(html).not.toContain('We found');
  expect(html).toMatch(/<summary[^]*1 order you placed as a guest can be added/);
  expect(html).not.toContain('value="later"');
  shop.bff.on(`${CLAIM}/later`, () => ({ data: {} }));
  expect(html).toContain('A friend&#x27;s code is for a first order only');
  expect(html).toContain('<input type="hidden" name="orderNos" value="A1"/>');
  const later = await shop.post(PATH, { form: 'claim', intent: 'later', orderNos: 'A1' });
  expect(later).toMatchObject({ status: 303, location: PATH });
  const call = shop.bff.seen.find(({ path }) => path === `${CLAIM}/later`);
  expect(call?.body).toMatchObject({ orderNos: ['A1'] });
  shop.bff.on(CLAIM, () => ({ status: 401, code: 'login_required', message: '' }));
  const over = await shop.post(PATH, { form: 'claim', intent: 'claim', orderNos: 'A1', A1: '1' });
  expect(over.location).toContain('/en/login?');
});
