import { budget, checkout } from '../../test/checkout';
import { openShop, type Shop } from '../../test/shopPages';
import type { PageDataByKind } from '../gw/page';

let shop: Shop;
afterEach(() => shop.close());

const payment = (
  method: 'card' | 'wechat_pay',
  status: 'waiting_payment' | 'cancelled',
): PageDataByKind['payment'] => ({
  order: {
    orderNo: 'A1',
    status,
    orderTime: '2026-03-05T06:30:00Z',
    payBefore: '2026-03-06T06:30:00Z',
    items: [],
    amounts: budget,
    paymentMethod: method,
    contact: { firstName: 'Ada', email: 'ada@example.test' },
    stepper: [],
    cancellable: true,
    refunds: [],
  },
  methods: [method],
  otherMethods: true,
  pk: 'pk',
  stripeJs: '/sandbox/stripe.js',
  hosted: true,
  confirming: false,
});

test('payment without JavaScript goes on at the provider’s own page', async () => {
  shop = await openShop('payment', payment('card', 'waiting_payment'));
  shop.bff.on('/gw/cq-ordercharge/payment/us/hosted', () => ({
    data: { url: 'https://pay.test/c/1' },
  }));
  expect((await shop.open('/en/payment/A1')).html).toContain('Please pay before 6 Mar 2026, 14:30');
  const answer = await shop.post('/en/payment/A1', { intent: 'hosted' });
  expect([answer.status, answer.location]).toEqual([303, 'https://pay.test/c/1']);
});

test('the method chosen at checkout stays: the page names it and offers no other', async () => {
  for (const [method, name] of [
    ['card', 'card'],
    ['wechat_pay', 'WeChat'],
  ] as const) {
    shop = await openShop('payment', {
      ...payment(method, 'waiting_payment'),
      methods: ['card', 'wechat_pay', 'alipay'],
    });
    const { html } = await shop.open('/en/payment/A1');
    const page = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    expect(page).toContain(name);
    expect(page).toContain('We cancel this order and take you back to the checkout');
    expect(page).not.toMatch(/name="(paymentMethod|method)"/);
    await shop.close();
  }
  shop = await openShop('payment', { ...payment('card', 'waiting_payment'), otherMethods: false });
  expect((await shop.open('/en/payment/A1')).html).not.toContain('value="again"');
  await shop.close();
  shop = await openShop('order', checkout);
  expect((await shop.open('/en/order')).html).toContain(
    'The method cannot be changed once the order is placed.',
  );
});

test('an order is placed again where the gateway leads, or it says what is missing', async () => {
  shop = await openShop('payment', payment('card', 'cancelled'));
  const answers = [
    { data: { checkout: '/zh/order?again=A1' } },
    { status: 409, code: 'order_again_incomplete', message: 'Not any more: Japan.' },
  ];
  shop.bff.on('/gw/cq-ordercharge/order/again', () => answers.shift()!);
  expect((await shop.open('/en/payment/A1')).html).toContain('Order again');
  const done = await shop.post('/en/payment/A1', { intent: 'again' });
  expect([done.status, done.location]).toEqual([303, '/zh/order?again=A1']);
  const left = await shop.post('/en/payment/A1', { intent: 'again' });
  expect([left.status, left.html]).toEqual([409, expect.stringContaining('Not any more: Japan.')]);
});

test('whoever may have paid is not told of the refusal before, and sees no second card form', async () => {
  for (const confirming of [true, false]) {
    shop = await openShop('payment', {
      ...payment('card', 'waiting_payment'),
      attempt: {
        status: 'open',
        lastError: { code: 'card_declined', message: 'Declined before.' },
      },
      confirming,
    });
    const address = '/en/payment/A1?session_id=cs_1';
    const { html } = await shop.open(address);
    const main = /<main.*<\/main>/s.exec(html)![0];
    expect(main.includes('We are confirming your payment')).toBe(confirming);
    // It is read again, at the same address, by a browser without scripts.
    expect(/<noscript><meta http-equiv="refresh" content="5"/i.test(main)).toBe(confirming);
    expect(main.includes(`href="${address}"`)).toBe(confirming);
    expect(main.includes('Declined before.')).toBe(!confirming);
    expect(main.includes('value="hosted"')).toBe(!confirming);
    expect(main.includes('Please pay before')).toBe(!confirming);
    await shop.close();
  }
});

// A phone cannot scan the code it shows.
test('on a phone a wallet is opened, or its code is saved and picked from the album', async () => {
  const png = 'data:image/png;base64,AAAA';
  for (const openUrl of ['https://wallet.example/pay/1', undefined]) {
    shop = await openShop('payment', {
      ...payment('wechat_pay', 'waiting_payment'),
      attempt: {
        status: 'open',
        qr: { data: 'x', png, expiresAt: '2026-03-05T06:40:00Z', ...(openUrl && { openUrl }) },
      },
    });
    const { html } = await shop.open('/en/payment/A1');
    expect(html).toContain(`<a href="${png}" download="A1"`);
    expect(html.includes('Save the code, then open WeChat')).toBe(openUrl === undefined);
    expect(html.includes('href="https://wallet.example/pay/1"')).toBe(openUrl !== undefined);
    await shop.close();
  }
  shop = await openShop('payment', payment('card', 'cancelled'));
});

test('an expired order says so and offers no way to pay', async () => {
  shop = await openShop('payment', payment('card', 'cancelled'));
  const { html } = await shop.open('/zh/payment/A1');
  expect(html).toContain('该订单不存在或已过期');
  expect(html).not.toContain('value="hosted"');
});
