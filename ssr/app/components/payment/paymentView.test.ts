import type { Order } from '../../gw/types';
import { order } from '../testOrder';
import { paymentView, stateView } from './paymentView';

test('the payment page shows one state, and never asks to pay twice', () => {
  expect(paymentView(order({}), undefined)).toBe('waiting');
  expect(paymentView(order({}), { status: 'failed' })).toBe('waiting');
  expect(paymentView(order({}), { status: 'succeeded' })).toBe('processing');
  expect(paymentView(order({}), { status: 'review' })).toBe('review');
  expect(paymentView(order({ status: 'processing' }), { status: 'succeeded' })).toBe('success');
  expect(paymentView(order({ status: 'cancelled', cancelReason: 'expired' }), undefined)).toBe(
    'expired',
  );
  expect(paymentView(order({ status: 'cancelled', cancelReason: 'customer' }), undefined)).toBe(
    'cancelled',
  );
  expect(paymentView(order({ status: 'cancelled', cancelReason: 'payment' }), undefined)).toBe(
    'returned',
  );
  for (const cancelReason of ['staff', 'some day' as never, undefined] as const)
    expect(paymentView(order({ status: 'cancelled', cancelReason }), undefined)).toBe('cancelled');
  expect(
    paymentView(order({ status: 'cancelled', lateRefund: true }), { status: 'late_paid' }),
  ).toBe('lateRefund');
  const state = { orderNo: 'A', payBefore: '' };
  const waits = { ...state, orderStatus: 'waiting_payment' } as const;
  expect(stateView({ ...waits, attemptStatus: 'processing' })).toBe('processing');
});

test('a payment that was given back is no success', () => {
  const paid = { status: 'succeeded' } as const;
  const back = (status: Order['status'], change: Partial<Order['refunds'][number]> = {}) =>
    paymentView(
      order({
        status,
        refunds: [{ amount: 1, state: 'pending_refund', reason: 'OTHERS', ...change }],
      }),
      paid,
    );
  expect(back('pending_refund', { review: true })).toBe('refundAsked');
  expect(back('pending_refund')).toBe('refund');
  expect(back('pending_refund', { reason: 'undelivered' })).toBe('undelivered');
  expect(back('partially_refunded', { state: 'refunded' })).toBe('partlyRefunded');
  expect(back('refunded', { state: 'refunded' })).toBe('refunded');
  expect(back('refunded', { state: 'refunded', reason: 'undelivered' })).toBe('undeliveredPaid');
  const free = { ...order({}).amounts, orderTotal: 0 };
  expect(paymentView(order({ status: 'refunded', amounts: free }), undefined)).toBe('endedFree');
  expect(paymentView(order({ status: 'completed', held: true }), paid)).toBe('review');
  // A tab that still waits for the payment learns that there is news.
  const state = { orderNo: 'A', payBefore: '', attemptStatus: 'succeeded' } as const;
  for (const orderStatus of ['pending_refund', 'partially_refunded', 'refunded'] as const)
    expect(['waiting', 'processing', 'success']).not.toContain(
      stateView({ ...state, orderStatus }),
    );
});
