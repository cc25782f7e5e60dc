import type { PageDataByKind } from '../app/gw/page';
import { ORDER_PATH, orderDetail } from './orders';
import { openShop, type Shop } from './shopPages';

type Offer = PageDataByKind['order_detail']['refundOffer'];
type Line = Offer['lines'][number];

const line = (lineId: string, eligible = true): Line => ({
  lineId,
  name: `Plan ${lineId}`,
  amount: 650,
  eligible,
  review: false,
  message: 'Not delivered yet: refunded at once.',
});
const page = (...lines: Line[]) => ({
  ...orderDetail(),
  refundOffer: { open: true, lines, freight: 0, left: 650, reasons: ['NO_COVERAGE'] },
});
const picked = (html: string) =>
  [...html.matchAll(/<input[^>]* name="lines"[^>]*>/g)]
    .filter(([box]) => box.includes('checked=""'))
    .map(([box]) => /value="(\w+)"/.exec(box)![1]);

let shop: Shop;
afterEach(() => shop.close());

test.each(['en', 'zh'])(
  '%s: what is asked back is picked by the shopper, but for an order with a single thing to pick',
  async (lang) => {
    for (const [lines, ticked] of [
      [[line('1')], ['1']],
      [[line('1'), line('2')], []],
      [[line('1', false), line('2')], ['2']],
      [[line('1', false), line('2'), line('3')], []],
    ] as const) {
      shop = await openShop('order_detail', page(...lines));
      expect(picked((await shop.open(`/${lang}/${ORDER_PATH}`)).html)).toEqual(ticked);
      await shop.close();
    }
  },
);

test.each(['en', 'zh'])(
  '%s: a refusal leaves picked what was picked, and no more',
  async (lang) => {
    for (const [lines, sent, left] of [
      [[line('1'), line('2'), line('3')], '2', ['2']],
      [[line('1'), line('2')], undefined, []],
      [[line('1')], undefined, []],
    ] as const) {
      shop = await openShop('order_detail', page(...lines));
      const problem = sent ? { reason: 'Say why.' } : { lines: 'Pick one.' };
      shop.bff.on('/gw/cq-ordercharge/order/refund', () => ({
        status: 422,
        code: 'validation_failed',
        message: 'Please check.',
        data: { fields: problem },
      }));
      const { html } = await shop.post(`/${lang}/${ORDER_PATH}`, {
        intent: 'refund',
        notes: 'why',
        ...(sent && { lines: sent }),
      });
      expect(html).toContain(Object.values(problem)[0]);
      expect(picked(html)).toEqual(left);
      // Nothing picked is said as such: without lines the gateway would take the whole order.
      const asked = shop.bff.seen.find(({ path }) => path.endsWith('/order/refund'));
      expect(asked?.body).toMatchObject({ lines: sent ? [sent] : [] });
      await shop.close();
    }
  },
);
