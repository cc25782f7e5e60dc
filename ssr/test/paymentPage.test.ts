import type { PageDataByKind } from '../app/gw/page';
import { ORDER_PATH, orderDetail } from './orders';
import { mainOf } from './shopPages';

type Payment = PageDataByKind['payment'];
type Order = Payment['order'];

const NO = 'RC260305ABCD1234';

/** The payment page of an order that was paid unless it says otherwise. */
export function paymentPage(lang: string, order: Partial<Order>, more: Partial<Payment> = {}) {
  const data: Payment = {
    order: orderDetail(order).order,
    methods: ['card'],
    otherMethods: true,
    pk: '',
    stripeJs: '',
    hosted: true,
    confirming: false,
    ...more,
  };
  return mainOf('payment', data, `/${lang}/payment/${NO}`);
}

const refund = (change: Partial<Order['refunds'][number]>): Order['refunds'] => [
  { amount: 1150, state: 'pending_refund', reason: 'WRONG_PURCHASE', ...change },
];
const SUCCESS = /Payment successful|Thank you for your order|付款成功|感谢您的订购/;

test.each([
  ['en', 'pending_refund', refund({ review: true }), 'We are looking at your refund request'],
  ['zh', 'pending_refund', refund({ review: true }), '我们正在审核您的退款申请'],
  ['en', 'pending_refund', refund({}), 'Your money is on its way back'],
  ['zh', 'pending_refund', refund({}), '正在退款'],
  [
    'en',
    'pending_refund',
    refund({ reason: 'undelivered' }),
    'Not delivered in time: your money is on its way back',
  ],
  ['zh', 'pending_refund', refund({ reason: 'undelivered' }), '未能按时交付，正在退款'],
  ['en', 'refunded', refund({ state: 'refunded' }), 'Your money has been refunded'],
  ['zh', 'refunded', refund({ state: 'refunded' }), '款项已退回'],
  [
    'en',
    'refunded',
    refund({ state: 'refunded', reason: 'undelivered' }),
    'Not delivered in time: your money has been refunded',
  ],
  [
    'zh',
    'refunded',
    refund({ state: 'refunded', reason: 'undelivered' }),
    '未能按时交付，款项已退回',
  ],
] as const)(
  '%s, %s: the payment page of an order whose money goes back says so, and leads to the order',
  async (lang, status, refunds, said) => {
    const html = await paymentPage(lang, { status, refunds });
    expect(html).toContain(said);
    expect(html).not.toMatch(SUCCESS);
    expect(html).toContain(`href="/${lang}/${ORDER_PATH}"`);
  },
);

test.each([
  ['en', 'Part of your payment was refunded'],
  ['zh', '部分款项已退回'],
])(
  '%s: of an order that was refunded in part it says both, and what is next for the rest',
  async (lang, said) => {
    const after = { text: 'It is ready.', waiting: false };
    const html = await paymentPage(
      lang,
      { status: 'partially_refunded', refunds: refund({ state: 'refunded', amount: 500 }) },
      { after },
    );
    expect(html).toContain(said);
    expect(html).toContain('It is ready.');
    expect(html).not.toMatch(SUCCESS);
  },
);

test.each([
  ['en', 'We are checking your payment'],
  ['zh', '我们正在核实您的付款'],
])('%s: of an order that is held it says that the payment is looked at', async (lang, said) => {
  const html = await paymentPage(lang, { status: 'processing', held: true });
  expect(html).toContain(said);
  expect(html).not.toMatch(SUCCESS);
});

test.each([
  ['en', 'This order was cancelled', 'Order again'],
  ['zh', '订单已取消', '重新下单'],
])(
  '%s: an order that staff cancelled was cancelled, not left unpaid',
  async (lang, said, again) => {
    const html = await paymentPage(lang, { status: 'cancelled', cancelReason: 'staff' });
    expect(html).toContain(said);
    expect(html).toContain(again);
    expect(html).not.toMatch(/expired|过期/);
  },
);

test.each([
  ['en', 'card', 'See your order'],
  ['zh', 'card', '查看订单'],
  ['en', 'wechat_pay', 'See your order'],
  ['zh', 'alipay', '查看订单'],
] as const)(
  '%s, %s: whoever is asked to pay can see the order, and cancel it there',
  async (lang, paymentMethod, label) => {
    const order = { status: 'waiting_payment', cancellable: true, paymentMethod } as const;
    const html = await paymentPage(lang, order);
    expect(html).toMatch(new RegExp(`<a [^>]*href="/${lang}/${ORDER_PATH}"[^>]*>${label}<`));
    const data = { ...orderDetail(order), canPay: true };
    const page = await mainOf('order_detail', data, `/${lang}/${ORDER_PATH}`);
    expect(page).toContain(`href="/${lang}/payment/${NO}"`);
    expect(page).toContain(`name="confirm.${NO}"`);
  },
);
