import type { PageDataByKind } from '../../gw/page';
import type { Order, PaymentState } from '../../gw/types';
import {
  cancelledAs,
  refundProgressOf,
  type CancelledAs,
  type RefundProgress,
} from '../order/orderEnd';

type Attempt = PageDataByKind['payment']['attempt'];

/**
 * What the payment page shows; one at a time. `confirming`: the shopper may have paid, and the provider has not answered yet.
 */
export type PaymentView =
  | 'waiting'
  | 'confirming'
  | 'processing'
  | 'review'
  | 'success'
  | 'partlyRefunded'
  | 'lateRefund'
  | CancelledAs
  | RefundProgress;

/** The one state of a payment from what the shop knows: the order first, then its latest attempt. */
export function paymentView(order: Order, attempt: Attempt): PaymentView {
  return viewOf(order, attempt?.status ?? 'none');
}

/** The same from an answer of the status call; why it was cancelled and its refunds are not part of that. */
export function stateView({ orderStatus, attemptStatus, lateRefund }: PaymentState): PaymentView {
  return viewOf({ status: orderStatus, lateRefund, refunds: [] }, attemptStatus);
}

type Known = Pick<Order, 'status' | 'lateRefund' | 'cancelReason' | 'held' | 'refunds'> &
  Partial<Pick<Order, 'amounts'>>;

function viewOf(order: Known, attempt: PaymentState['attemptStatus']): PaymentView {
  const { status } = order;
  if (order.lateRefund || attempt === 'late_paid') return 'lateRefund';
  if (status === 'cancelled') return cancelledAs(order);
  const refunding = refundProgressOf(order);
  if (refunding) return refunding;
  if (order.held) return 'review';
  if (status === 'partially_refunded') return 'partlyRefunded';
  if (status !== 'waiting_payment') return 'success';
  if (attempt === 'review') return 'review';
  // Succeeded at the provider, not yet settled here: a moment's wait, never a second payment.
  return attempt === 'processing' || attempt === 'succeeded' ? 'processing' : 'waiting';
}
