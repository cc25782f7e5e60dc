import type { PageDataByKind } from '../../gw/page';
import type { Order, PaymentState } from '../../gw/types';

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
  | 'expired'
  | 'cancelled'
  | 'returned'
  | 'lateRefund';

/** The one state of a payment from what the shop knows: the order first, then its latest attempt. */
export function paymentView(order: Order, attempt: Attempt): PaymentView {
  return viewOf(
    order.status,
    attempt?.status ?? 'none',
    order.lateRefund === true,
    order.cancelReason,
  );
}

/** The same from an answer of the status call; why it was cancelled is not part of that. */
export function stateView(state: PaymentState): PaymentView {
  return viewOf(state.orderStatus, state.attemptStatus, state.lateRefund === true, undefined);
}

const ENDED: Record<string, PaymentView> = { customer: 'cancelled', payment: 'returned' };

function viewOf(
  status: Order['status'],
  attempt: PaymentState['attemptStatus'],
  lateRefund: boolean,
  cancelReason: string | undefined,
): PaymentView {
  if (lateRefund || attempt === 'late_paid') return 'lateRefund';
  if (status === 'cancelled') return ENDED[cancelReason ?? ''] ?? 'expired';
  if (status !== 'waiting_payment') return 'success';
  if (attempt === 'review') return 'review';
  // Succeeded at the provider, not yet settled here: a moment's wait, never a second payment.
  return attempt === 'processing' || attempt === 'succeeded' ? 'processing' : 'waiting';
}
