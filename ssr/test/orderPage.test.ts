import type { PageDataByKind } from '../app/gw/page';
import { ORDER_PATH, orderDetail } from './orders';
import { mainOf, openShop } from './shopPages';

type Data = PageDataByKind['order_detail'];

const main = (data: Data, lang: string) => mainOf('order_detail', data, `/${lang}/${ORDER_PATH}`);

test.each([
  ['en', 'Receipt', 'Your order', 'Print the receipt', '5 Mar 2026, 14:00 (UTC+8)'],
  ['zh', '收据', '您的订单', '打印收据', '2026年3月5日 14:00（UTC+8）'],
])('%s: only what is paid has a receipt', async (lang, receipt, summary, print, time) => {
  const paid = await main(orderDetail(), lang);
  expect(paid).toContain(`>${receipt}</h2>`);
  expect(paid).toContain(print);
  const unpaid = await main(
    {
      ...orderDetail({
        status: 'waiting_payment',
        stepper: [{ step: 'submit', at: '2026-03-05T06:00:00Z' }, { step: 'paid' }],
      }),
      install: [],
      canPay: true,
    },
    lang,
  );
  expect(unpaid).toContain(`>${summary}</h2>`);
  expect(unpaid).not.toContain(receipt);
  expect(unpaid).not.toContain(print);
  // Ordered, and the first step: both with the zone of the site.
  expect(unpaid.split(time)).toHaveLength(3);
});

test.each([
  ['en', 'Delivered', 'ordered on 5 Mar 2026, 14:00 (UTC+8)'],
  ['zh', '已签收', '下单于 2026年3月5日 14:00（UTC+8）'],
])(
  '%s: the time beside the state of an order is called that of ordering',
  async (lang, state, ordered) => {
    const [item] = orderDetail().order.items;
    const items = [{ ...item!, simType: 'physical' as const, state: 'delivered' as const }];
    const html = await main({ ...orderDetail({ status: 'completed', items }), install: [] }, lang);
    expect(html.replace(/<[^>]*>/g, '')).toContain(`${state} · ${ordered}`);
  },
);

test('of the device check only what it knows stays with the order', async () => {
  const shown = (verdict: 'yes' | 'unsure') => {
    const [item] = orderDetail().order.items;
    const device = { verdict, reason: 'model', message: `It is ${verdict}.` } as never;
    return main(orderDetail({ items: [{ ...item!, device }] }), 'en');
  };
  expect(await shown('yes')).toContain('It is yes.');
  expect(await shown('unsure')).not.toContain('It is unsure.');
});

test.each([
  ['en', 'Not yet', 'There is no tracking number yet.', 'Payment successful'],
  ['zh', '尚未进行', '暂无运单号。', '付款成功'],
])('%s: what was refunded in full waits for no parcel', async (lang, notYet, noNumber, paid) => {
  const address = {
    fullName: 'Ada',
    country: 'HK',
    addressLine1: '88 Harbour Road',
    city: 'Hong Kong',
    state: '',
    zipCode: '',
    phone: '+852 9123 4567',
  };
  const shippingInfo = { fullName: 'Ada', address, countryName: 'Hong Kong', method: 'Standard' };
  const stepper = [
    { step: 'submit' as const, at: '2026-03-05T06:00:00Z' },
    { step: 'paid' as const, at: '2026-03-05T06:01:00Z' },
    { step: 'shipped' as const },
  ];
  const [item] = orderDetail().order.items;
  const items = [{ ...item!, simType: 'physical' as const }];
  const waiting = await main(orderDetail({ shippingInfo, stepper, items }), lang);
  for (const word of [notYet, noNumber, paid, address.phone]) expect(waiting).toContain(word);
  // The cards went back, and an eSIM stays.
  const left = [item!, { ...items[0]!, state: 'refunded' as const }];
  const part = await main(orderDetail({ shippingInfo, stepper, items: left }), lang);
  expect(part).not.toContain(noNumber);
  const back = await main(orderDetail({ shippingInfo, stepper, items, status: 'refunded' }), lang);
  expect(back).toContain(paid);
  for (const word of [notYet, noNumber]) expect(back).not.toContain(word);
  // A city and its territory may have one name.
  expect(back.split('>Hong Kong<')).toHaveLength(3);
});

test.each([
  ['en', 'Order again'],
  ['zh', '重新下单'],
])('%s: what was cancelled can be ordered again, where the gateway leads', async (lang, again) => {
  const button = `value="again"`;
  expect(await main(orderDetail(), lang)).not.toContain(button);
  const path = `/${lang}/${ORDER_PATH}`;
  for (const cancelReason of ['customer', 'staff', 'expired', 'payment'] as const) {
    const page = { ...orderDetail({ status: 'cancelled', cancelReason }), install: [] };
    const html = await main(page, lang);
    expect(html).toContain(button);
    expect(html).toContain(`>${again}</button>`);
  }
  const late = orderDetail({ status: 'cancelled', cancelReason: 'expired', lateRefund: true });
  expect(await main({ ...late, install: [] }, lang)).toContain(button);
  const shop = await openShop('order_detail', late);
  const answers = [
    { data: { checkout: `/${lang}/order?again=RC260305ABCD1234` } },
    { status: 409, code: 'order_again_incomplete', message: 'Not any more: France.' },
  ];
  shop.bff.on('/gw/cq-ordercharge/order/again', () => answers.shift()!);
  const done = await shop.post(path, { intent: 'again' });
  expect([done.status, done.location]).toEqual([303, `/${lang}/order?again=RC260305ABCD1234`]);
  expect(shop.bff.seen.find((call) => call.path.endsWith('/order/again'))?.body).toMatchObject({
    orderNo: 'RC260305ABCD1234',
    confirm: true,
  });
  const left = await shop.post(path, { intent: 'again' });
  expect([left.status, left.html]).toEqual([409, expect.stringContaining('Not any more: France.')]);
  await shop.close();
});
