import { budget, checkout, typed } from '../../test/checkout';
import { giveKey, sealedBodies } from '../../test/sealed';
import { openShop, type Shop } from '../../test/shopPages';
import type { PageDataByKind } from '../gw/page';

let shop: Shop;
afterEach(() => shop.close());

const bodies = (path: string) =>
  shop.bff.seen.filter((call) => call.path === path).map((call) => call.body);

// The gateway's key cannot be had, so the sealed call ends as `unavailable`: the outcome is unknown.
test('checkout without JavaScript: nothing typed is lost, and an unknown outcome keeps its key', async () => {
  shop = await openShop('order', checkout);
  shop.bff.on('/gw/cq-ordercharge/order/doBudget', () => ({
    data: { ...budget, orderTotal: 700, subtotal: 700 },
  }));
  const answer = await shop.post('/en/order', {
    ...typed,
    intent: 'submit',
    idempotencyKey: 'key-1',
  });
  expect(answer.status).toBe(503);
  expect(answer.html).toContain('value="ada@example.test"');
  expect(answer.html).toMatch(
    /name="idempotencyKey"[^>]*value="key-1"|value="key-1"[^>]*name="idempotencyKey"/,
  );
  expect(answer.html).toContain('Continue to payment · $7.00');
});

test('checkout without JavaScript: Apply shows the new total and what was typed', async () => {
  shop = await openShop('order', checkout);
  shop.bff.on('/gw/cq-ordercharge/order/doBudget', () => ({
    data: {
      ...budget,
      orderTotal: 585,
      discountAmount: 65,
      discounts: [{ kind: 'promo', code: 'SAVE10', amount: 65, applied: true }],
    },
  }));
  const answer = await shop.post('/en/order', { ...typed, intent: 'budget', coupon: 'SAVE10' });
  expect(answer.status).toBe(200);
  expect(bodies('/gw/cq-ordercharge/order/doBudget')[0]).toMatchObject({
    source: 'cart',
    coupon: 'SAVE10',
  });
  expect(answer.html).toContain('Applied: $0.65 off');
  expect(answer.html).toContain('Continue to payment · $5.85');
  expect(answer.html).toContain('value="Ada Lovelace"');
  expect(answer.html).toMatch(PROMO_OPEN);
});

const PROMO = /<details[^>]*><summary[^>]*>Have a promo code\?/;
const PROMO_OPEN = /<details[^>]* open=""[^>]*><summary[^>]*>Have a promo code\?/;

test('the checkout asks for the e-mail first, folds the promo code and shows the order before the form on a phone', async () => {
  shop = await openShop('order', checkout);
  const { html } = await shop.open('/en/order');
  const asked = [...html.matchAll(/<input[^>]* name="(email|fullName|phone|lastName)"/g)];
  expect(asked.map(([, name]) => name)).toEqual(['email', 'fullName', 'phone']);
  expect(html).toMatch(PROMO);
  expect(html).not.toMatch(PROMO_OPEN);
  expect(html).toMatch(/<section aria-labelledby="summary" class="[^"]*\border-first\b/);
});

const SUBMIT = '/gw/cq-ordercharge/order/encryptSubmit';
const contact = { firstName: 'Ada Lovelace', email: 'ada@example.test' };

test('a customer’s checkout whose session is over goes on after a login, a guest’s has none', async () => {
  shop = await openShop('order', { ...checkout, contact });
  giveKey(shop.bff);
  expect((await shop.open('/en/order')).html).toContain('name="customer" value="1"');
  for (const path of [SUBMIT, '/gw/cq-ordercharge/order/doBudget']) {
    shop.bff.on(path, () => ({ status: 401, code: 'login_required', message: 'log in' }));
  }
  const address = '/zh/order?buyNow=jp-3g-7';
  for (const intent of ['submit', 'budget']) {
    const { status, location } = await shop.post(address, { ...typed, customer: '1', intent });
    expect([status, location]).toEqual([
      303,
      '/zh/login?redirect=%2Fzh%2Forder%3FbuyNow%3Djp-3g-7&ended=1',
    ]);
  }
  expect(sealedBodies(shop.bff, SUBMIT)).toEqual([expect.objectContaining({ customer: true })]);
  const guest = await shop.post(address, { ...typed, intent: 'submit' });
  expect(guest.status).toBe(401);
  await shop.close();
  shop = await openShop('login', {});
  expect((await shop.open('/zh/login?ended=1')).html).toContain('登录已失效');
});

test('who has too many unpaid orders is led to them, and nothing typed is lost', async () => {
  shop = await openShop('order', checkout);
  giveKey(shop.bff);
  const refused = { status: 409, code: 'too_many_unpaid', message: '请先付款或取消其中一笔' };
  shop.bff.on('/gw/cq-ordercharge/order/doBudget', () => ({ data: budget }));
  for (const [orderNos, links] of [
    [
      ['A1', 'B2'],
      ['A1', 'B2'],
    ],
    [undefined, []],
  ]) {
    shop.bff.on(SUBMIT, () => ({ ...refused, data: { orderNos } }));
    const answer = await shop.post('/zh/order', { ...typed, intent: 'submit' });
    expect(answer.status).toBe(409);
    expect(answer.html).toContain('请先付款或取消其中一笔');
    expect(answer.html).toContain('value="ada@example.test"');
    // The page of an order has both, a way to pay and one to cancel.
    const found = answer.html.matchAll(/<a [^>]*href="\/zh\/my-order\/(\w+)"[^>]*>/g);
    expect([...found].map(([, orderNo]) => orderNo)).toEqual(links);
    expect(answer.html.includes('aria-labelledby="unpaid"')).toBe(orderNos !== undefined);
  }
});

test('a saved address goes with its phone', async () => {
  const home = {
    addressId: '7',
    fullName: 'Ada',
    country: 'HK',
    addressLine1: '1 Queen’s Road',
    city: 'Hong Kong',
    state: '',
    zipCode: '',
  };
  shop = await openShop('order', { ...checkout, contact, addresses: [home] });
  giveKey(shop.bff);
  shop.bff.on(SUBMIT, () => ({ data: { orderNo: 'A1' } }));
  for (const [saved, phone] of [
    ['+852 9123 4567', '+852 9123 4567'],
    [undefined, '+1 415 555 0100'],
  ]) {
    shop.bff.on('/gw/mall/us/address/list', () => ({ data: [{ ...home, phone: saved }] }));
    const form = { ...typed, phone: '+1 415 555 0100', addressId: '7', 'address.fullName': '' };
    await shop.post('/en/order', { ...form, intent: 'submit' });
    expect(sealedBodies(shop.bff, SUBMIT).at(-1)).toMatchObject({
      contact: { phone: '+1 415 555 0100' },
      address: { fullName: 'Ada', phone },
    });
  }
});

test.each([
  ['en', 'Recipient’s phone'],
  ['zh', '收件人电话'],
])(
  '%s: the checkout asks for the receiver’s phone, keeps it and says what is wrong with it',
  async (lang, label) => {
    const card = { ...budget, needsAddress: true };
    shop = await openShop('order', { ...checkout, budget: card, needsAddress: true, contact });
    giveKey(shop.bff);
    shop.bff.on('/gw/cq-ordercharge/order/doBudget', () => ({ data: card }));
    const input = /<input[^>]* name="address\.phone"[^>]*>/;
    const asked = (await shop.open(`/${lang}/order`)).html;
    expect(asked).toMatch(new RegExp(`<label for="field-address-phone"[^>]*>${label}`));
    for (const part of ['type="tel"', 'inputMode="tel"', 'autoComplete="shipping tel"'])
      expect(input.exec(asked)![0].toLowerCase()).toContain(part.toLowerCase());

    const sent = { ...typed, intent: 'submit', 'address.fullName': 'Bea', 'address.phone': '12' };
    const fields = { 'address.phone': 'no phone' };
    shop.bff.on(SUBMIT, () => ({ status: 422, code: 'validation_failed', data: { fields } }));
    const refused = (await shop.post(`/${lang}/order`, sent)).html;
    expect(sealedBodies(shop.bff, SUBMIT).at(-1)).toMatchObject({ address: { phone: '12' } });
    expect(refused).toMatch(/id="field-address-phone-error"[^]*no phone/);
    expect(input.exec(refused)![0]).toContain('value="12"');

    // Kept for the next order with the rest of the address.
    shop.bff.on(SUBMIT, () => ({ data: { orderNo: 'A1' } }));
    shop.bff.on('/gw/mall/us/address/save', () => ({ data: {} }));
    const phone = '+852 9123 4567';
    await shop.post(`/${lang}/order`, { ...sent, 'address.phone': phone, saveAddress: '1' });
    expect(bodies('/gw/mall/us/address/save')).toEqual([expect.objectContaining({ phone })]);
  },
);

// Where the form was not priced again before it was sent, the refusal is the first that a shopper hears of the code.
test.each([
  ['en', 'This promo code has expired.', /<summary[^>]*>Have a promo code\?/],
  ['zh', '该优惠码已过期。', /<summary[^>]*>有优惠码？/],
])(
  '%s: an order that is refused for its promo code says so beside the code',
  async (lang, message, summary) => {
    shop = await openShop('order', checkout);
    giveKey(shop.bff);
    const lost = { kind: 'promo' as const, code: 'OLD', amount: 0, applied: false, message };
    for (const [fields, discounts] of [
      [{ coupon: message }, []],
      [{}, [lost]],
    ] as const) {
      const code = 'promo_ended';
      shop.bff.on(SUBMIT, () => ({ status: 422, code, message: 'no', data: { fields } }));
      shop.bff.on('/gw/cq-ordercharge/order/doBudget', () => ({ data: { ...budget, discounts } }));
      const sent = { ...typed, intent: 'submit', coupon: 'OLD' };
      const { status, html } = await shop.post(`/${lang}/order`, sent);
      expect(status).toBe(422);
      expect(html).toContain(`<p id="field-coupon-error"`);
      expect(html.slice(html.indexOf('<p id="field-coupon-error"'))).toMatch(
        new RegExp(`^<p id="field-coupon-error"[^]{0,400}${message}`),
      );
      expect(html).toMatch(/<input[^>]*aria-invalid="true"[^>]* name="coupon"[^>]*value="OLD"/);
      expect(html).toMatch(new RegExp(`<details[^>]* open=""[^>]*>${summary.source}`));
      if ('coupon' in fields) expect(html).toContain('href="#field-coupon"');
    }
  },
);

const SUBMIT_DISABLED = /<button [^>]*value="submit"[^>]* disabled=""/;

test('what cannot be bought any more leads back to where it can be changed', async () => {
  const gone = { ...budget, lines: [{ ...budget.lines[0]!, available: false }] };
  const wayOn = async (source: PageDataByKind['order']['source'], lines = gone) => {
    shop = await openShop('order', { ...checkout, source, budget: lines });
    const { html } = await shop.open('/en/order');
    await shop.close();
    const [link] = html.match(/<a [^>]*>(Change your cart|See other plans)/) ?? [];
    return { to: link && /href="([^"]*)"/.exec(link)?.[1], orders: !SUBMIT_DISABLED.test(html) };
  };
  const item = {
    goodsId: 'jp-3g-7',
    simType: 'esim',
    quantity: 1,
    compatibilityConfirmed: true,
  } as const;
  expect(await wayOn({ kind: 'cart' })).toEqual({ to: '/en/cart', orders: false });
  expect(await wayOn({ kind: 'buyNow', item })).toEqual({
    to: '/en/travel-card/listing',
    orders: false,
  });
  expect(await wayOn({ kind: 'cart' }, budget)).toEqual({ to: undefined, orders: true });
});

test('more for a SIM that one has says so', async () => {
  const item = {
    goodsId: 'jp-3g-7',
    simType: 'esim',
    quantity: 1,
    compatibilityConfirmed: true,
    simId: 'S1',
  } as const;
  shop = await openShop('order', { ...checkout, source: { kind: 'buyNow', item } });
  expect((await shop.open('/en/order')).html).toContain('Added to the SIM you have.');
});

test('freight is an estimate until the country is known, and no total is promised', async () => {
  const shippingMethods = [
    { code: 'standard', name: 'Standard', amount: 800, currency: 'USD', eta: '5 days' },
  ];
  const page = (freightEstimated: boolean): typeof checkout => ({
    ...checkout,
    budget: {
      ...budget,
      lines: [{ ...budget.lines[0]!, simType: 'physical' }],
      shipping: 800,
      freightAmount: 800,
      orderTotal: 1450,
      needsAddress: true,
      freightEstimated,
      shippingMethod: 'standard',
      shippingMethods,
    },
    countries: [{ code: 'HK', name: 'Hong Kong' }],
    shippingMethods,
    needsAddress: true,
  });
  for (const estimated of [true, false]) {
    shop = await openShop('order', page(estimated));
    const { html } = await shop.open('/en/order');
    const words = ['Estimated shipping', 'Estimated total', 'Prices for most countries'];
    for (const word of words) expect(html.includes(word)).toBe(estimated);
    // The button names the sum only once it is known.
    expect(/<button[^>]*value="submit"[^>]*>[^<]*\$14\.50/.test(html)).toBe(!estimated);
    await shop.close();
  }
  shop = await openShop('order', checkout);
});

test('every checkout page has a key of its own', async () => {
  shop = await openShop('order', checkout);
  const keyOf = (html: string) => /<input[^>]*name="idempotencyKey"[^>]*>/.exec(html)?.[0];
  const [one, two] = [await shop.open('/en/order'), await shop.open('/en/order')];
  expect(keyOf(one.html)).toBeDefined();
  expect(keyOf(one.html)).not.toBe(keyOf(two.html));
});

test('the checkout of an order that is placed again begins with what was filled in', async () => {
  const contact = { firstName: 'Ada', email: 'ada@example.test', phone: '+85251234567' };
  shop = await openShop('order', { ...checkout, former: { contact } });
  const { html } = await shop.open('/en/order?again=A1');
  for (const value of ['Ada', contact.email, contact.phone])
    expect(html).toContain(`value="${value}"`);
  expect(html).not.toContain('name="customer"');
});

test('a day that passes before the order is sent is asked for again, and nothing typed is lost', async () => {
  const item = { goodsId: 'us-u3-10', simType: 'esim' as const, quantity: 1 };
  const problem = '该日期已过。';
  const startDates = { first: '2026-03-06', last: '2027-03-06', text: '…', problem };
  const source = { kind: 'buyNow' as const, item: { ...item, compatibilityConfirmed: true } };
  shop = await openShop('order', { ...checkout, source, startDates });
  giveKey(shop.bff);
  const asked = (await shop.open('/zh/order')).html;
  expect(asked).toMatch(/<input(?=[^>]*type="date")(?=[^>]*name="startDate")/);
  expect(asked).toContain('field-startDate-error');
  expect(asked).not.toMatch(/<input(?=[^>]*type="hidden")(?=[^>]*name="startDate")/);
  const refused = { status: 422, code: 'validation_failed', message: '请检查' };
  for (const path of [SUBMIT, '/gw/cq-ordercharge/order/doBudget']) {
    shop.bff.on(path, () => ({ ...refused, data: { fields: { startDate: problem } } }));
  }
  const fields = { ...typed, ...item, source: 'buyNow', intent: 'submit', quantity: '1' };
  const late = await shop.post('/zh/order', { ...fields, startDate: '2026-03-05' });
  expect(late.status).toBe(422);
  expect(late.html).toContain('href="#field-startDate"');
  expect(late.html).toMatch(/<input(?=[^>]*name="startDate")(?=[^>]*value="2026-03-05")/);
  expect(late.html).toContain('value="ada@example.test"');
  shop.bff.on(SUBMIT, () => ({ status: 409, code: 'in_progress', message: '稍等' }));
  const chosen = (await shop.post('/zh/order', { ...fields, startDate: '2026-03-09' })).html;
  expect(sealedBodies(shop.bff, SUBMIT).at(-1)).toMatchObject({
    item: { startDate: '2026-03-09' },
  });
  expect(chosen).not.toContain('field-startDate-error');
});
