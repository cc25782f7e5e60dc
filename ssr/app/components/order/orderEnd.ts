import type { Order } from '../../gw/types';

/**
 * The progress of a refund: requested, under way, or done; because the shop could not deliver in time, or for another reason. For an
 * order without an amount to pay, points and promo codes are returned.
 */
export type RefundProgress =
  'refundAsked' | 'refund' | 'undelivered' | 'refunded' | 'undeliveredPaid' | 'endedFree';

type Money = Pick<Order, 'status' | 'refunds'> & Partial<Pick<Order, 'amounts'>>;

/** The refund progress of an order; undefined without a refund, or after a partial one. */
export function refundProgressOf({ status, refunds, amounts }: Money): RefundProgress | undefined {
  const undelivered = refunds.some(({ reason }) => reason === 'undelivered');
  if (status === 'refunded' && amounts?.orderTotal === 0) return 'endedFree';
  if (status === 'refunded') return undelivered ? 'undeliveredPaid' : 'refunded';
  if (status !== 'pending_refund') return undefined;
  if (refunds.some(({ review }) => review)) return 'refundAsked';
  return undelivered ? 'undelivered' : 'refund';
}

/** How an order ended without a delivery. */
export type CancelledAs = 'cancelled' | 'expired' | 'returned';

const ENDED: Partial<Record<NonNullable<Order['cancelReason']>, CancelledAs>> = {
  expired: 'expired',
  payment: 'returned',
};

/** How a cancelled order ended; 'cancelled' by whoever it was, and for an unknown reason. */
export function cancelledAs({ cancelReason }: Pick<Order, 'cancelReason'>): CancelledAs {
  return ENDED[cancelReason!] ?? 'cancelled';
}
