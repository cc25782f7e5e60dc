import type { PageDataByKind } from '../app/gw/page';
import { openShop } from './shopPages';

const PATH = 'my-order/RC260305ABCD1234';

function late(overdue: boolean): PageDataByKind['order_detail'] {
  const amounts = {
    lines: [],
    subtotal: 1150,
    discounts: [],
    discountAmount: 0,
    shipping: 0,
    freightAmount: 0,
    tax: 0,
    numberSelectionFee: 0,
    prepaidAmount: 0,
    orderTotal: 1150,
    currency: 'USD',
    needsAddress: false,
  };
  return {
    canPay: false,
    refundOffer: { open: false, lines: [], freight: 0, left: 0, reasons: [] },
    install: [{ lineId: '1', unit: 1, name: 'France', ready: false, state: 'preparing' }],
    order: {
      orderNo: 'RC260305ABCD1234',
      status: 'processing',
      orderTime: '2026-03-05T06:00:00Z',
      payBefore: '2026-03-06T06:00:00Z',
      items: [
        {
          lineId: '1',
          goodsId: 'fr-8g-14',
          name: 'France',
          quantity: 1,
          simType: 'esim',
          unitPrice: 1150,
          state: 'delayed',
        },
      ],
      amounts,
      paymentMethod: 'card',
      contact: { firstName: 'Ada', email: 'ada@example.test' },
      stepper: [],
      cancellable: false,
      refunds: [],
      delay: { since: '2026-03-05T06:02:00Z', refundAt: '2026-03-05T07:10:00Z', overdue },
    },
  };
}

test.each([
  ['en', false, 'Delayed, refund at 5 Mar 2026, 15:10 (UTC+8)'],
  ['zh', false, '延迟，将于 2026年3月5日 15:10（UTC+8）自动退款'],
  ['en', true, 'Delayed: we are finding out what happened'],
  ['zh', true, '延迟：我们正在核实情况'],
])(
  '%s: a delay says what happens and when, and is not called a wait',
  async (lang, over, title) => {
    const shop = await openShop('order_detail', late(over));
    try {
      const { html } = await shop.open(`/${lang}/${PATH}`);
      const shown = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
      expect(shown).toContain(title);
      expect(shown).not.toContain(
        lang === 'en' ? 'We are preparing your order' : '正在准备您的订单',
      );
    } finally {
      await shop.close();
    }
  },
);
