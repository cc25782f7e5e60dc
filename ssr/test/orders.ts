import type { PageDataByKind } from '../app/gw/page';
import { budget } from './checkout';

type Detail = PageDataByKind['order_detail'];

export const ORDER_PATH = 'my-order/RC260305ABCD1234';

/** The page of an order of one eSIM, placed at 06:00 UTC, paid and being prepared, as far as `order` and `install` do not say otherwise. */
export function orderDetail(
  order: Partial<Detail['order']> = {},
  install: Partial<Detail['install'][number]> = {},
): Detail {
  const amounts = { ...budget, lines: [], subtotal: 1150, orderTotal: 1150 };
  const item = {
    lineId: '1',
    goodsId: 'fr-8g-14',
    name: 'France',
    quantity: 1,
    simType: 'esim' as const,
    unitPrice: 1150,
    state: 'preparing' as const,
  };
  return {
    canPay: false,
    refundOffer: { open: false, lines: [], freight: 0, left: 0, reasons: [] },
    install: [
      {
        lineId: '1',
        unit: 1,
        name: 'France',
        ready: false,
        state: 'preparing',
        stateText: 'Preparing',
        ...install,
      },
    ],
    order: {
      orderNo: 'RC260305ABCD1234',
      status: 'processing',
      orderTime: '2026-03-05T06:00:00Z',
      payBefore: '2026-03-06T06:00:00Z',
      items: [item],
      amounts,
      paymentMethod: 'card',
      contact: { firstName: 'Ada', email: 'ada@example.test' },
      stepper: [
        { step: 'submit', at: '2026-03-05T06:00:00Z' },
        { step: 'paid', at: '2026-03-05T06:01:00Z' },
      ],
      cancellable: false,
      refunds: [],
      ...order,
    },
  };
}
