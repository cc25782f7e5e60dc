import type { Budget, Order } from '../gw/types';

/** For tests: the amounts of an order. */
export const amounts: Budget = {
  lines: [],
  subtotal: 3000,
  discounts: [
    { kind: 'promo', code: 'SAVE', amount: 300, applied: true },
    { kind: 'points', amount: 0, applied: false, reason: 'points_not_enough' },
  ],
  discountAmount: 300,
  shipping: 600,
  freightAmount: 600,
  tax: 50,
  numberSelectionFee: 100,
  prepaidAmount: 0,
  orderTotal: 8450,
  currency: 'USD',
  needsAddress: true,
};

/** For tests: an order that waits for its payment, with changes. */
export const order = (change: Partial<Order>): Order => ({
  orderNo: 'A',
  status: 'waiting_payment',
  orderTime: '',
  payBefore: '',
  items: [],
  amounts,
  paymentMethod: 'card',
  contact: { firstName: 'A', email: 'a@example.test' },
  stepper: [],
  cancellable: false,
  refunds: [],
  ...change,
});
