import type { PageDataByKind } from '../app/gw/page';
import { ORDER_PATH, orderDetail } from './orders';
import { openShop } from './shopPages';

function late(overdue: boolean): PageDataByKind['order_detail'] {
  const delay = { since: '2026-03-05T06:02:00Z', refundAt: '2026-03-05T07:10:00Z', overdue };
  const page = orderDetail({ delay });
  return {
    ...page,
    order: {
      ...page.order,
      items: page.order.items.map((item) => ({ ...item, state: 'delayed' })),
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
      const { html } = await shop.open(`/${lang}/${ORDER_PATH}`);
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
