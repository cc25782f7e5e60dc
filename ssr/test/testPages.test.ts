import type { PageDataByKind } from '../app/gw/page';
import { openShop, type Shop } from './shopPages';

type Payment = PageDataByKind['test_payment'];
type Server = PageDataByKind['test_stripe'];

const keys = { pk: 'pk_test_abcdefghijklmnop', stripeJs: '/sandbox/stripe.js' };
const payment: Payment = {
  ...keys,
  mode: 'sandbox',
  cards: [{ number: '4000000000000002', brand: 'visa', outcome: 'generic_decline' }],
  outboxPath: '/sandbox/outbox',
  purchase: { goodsId: 'jp-3g-7', name: 'Japan 3GB', price: 650, currency: 'USD' },
};
const server: Server = {
  ...keys,
  mode: 'test',
  answer: 'good',
  tookMs: 1042,
  lastEventAt: '2026-03-05T20:30:00Z',
  eventsWaiting: 7,
  checkedAt: '2026-03-05T21:30:00Z',
};

let shop: Shop | undefined;
afterEach(() => shop?.close());

async function main(opened: Shop, path: string): Promise<string> {
  shop = opened;
  const { status, html } = await opened.open(path);
  expect(status).toBe(200);
  return /<main[^]*<\/main>/.exec(html)![0];
}

test('a tester finds cards, a purchase and the mails', async () => {
  const html = await main(await openShop('test_payment', payment), '/en/test/payment');
  expect(html).toContain('value="4000000000000002"');
  expect(html).toMatch(/Declined<[^]*Visa 0002</);
  expect(html).toContain('$6.50');
  const query = 'buyNow=jp-3g-7&amp;simType=esim&amp;quantity=1&amp;compatibilityConfirmed=1';
  expect(html).toContain(`href="/en/order?${query}"`);
  expect(html).toContain('href="/sandbox/outbox"');
  expect(html).toContain('sandbox provider');
});

test('nothing in stock, mails are sent: neither is offered', async () => {
  const bare: Payment = { ...payment, purchase: undefined, outboxPath: undefined };
  const html = await main(await openShop('test_payment', bare), '/zh/test/payment');
  expect(html).toContain('目前没有 eSIM 有货');
  expect(html).toContain('被拒');
  expect(html).not.toMatch(/\/order\?|outbox/);
});

test('the server page tells the time of the answer, never the whole key', async () => {
  const html = await main(await openShop('test_stripe', server), '/en/test/stripe-server-demo');
  for (const text of ['The provider answers', '1,042 ms', '6 Mar 2026, 04:30', 'pk_test_…mnop']) {
    expect(html).toContain(text);
  }
  expect(html).toMatch(/Webhooks not processed<[^]*>7</);
  expect(html).not.toContain(keys.pk);
  expect(html).toContain('href="/en/test/stripe-server-demo"');
});

test.each([
  ['refused', '支付服务商拒绝了密钥'],
  ['none', '支付服务商没有响应'],
] as const)('an answer that is none is said: %s', async (answer, title) => {
  const silent: Server = { ...server, answer, lastEventAt: undefined };
  const html = await main(await openShop('test_stripe', silent), '/zh/test/stripe-server-demo');
  expect(html).toContain(title);
  expect(html).toContain('尚未收到');
  expect(html).not.toContain('支付服务商响应正常');
});
