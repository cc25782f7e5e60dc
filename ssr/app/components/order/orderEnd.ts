import type { Order } from '../../gw/types';

/**
 * How the money of an order goes back: asked for, on its way, or back; because the shop could not deliver in time, or otherwise. Of one
 * that cost none, what paid for it is back.
 */
export type Refunding =
  'refundAsked' | 'refund' | 'undelivered' | 'refunded' | 'undeliveredPaid' | 'endedFree';

type Money = Pick<Order, 'status' | 'refunds'> & Partial<Pick<Order, 'amounts'>>;

/** What is said of an order whose money goes back; undefined while none of it does, or only a part did. */
export function refundingOf({ status, refunds, amounts }: Money): Refunding | undefined {
  const undelivered = refunds.some(({ reason }) => reason === 'undelivered');
  if (status === 'refunded' && amounts?.orderTotal === 0) return 'endedFree';
  if (status === 'refunded') return undelivered ? 'undeliveredPaid' : 'refunded';
  if (status !== 'pending_refund') return undefined;
  if (refunds.some(({ review }) => review)) return 'refundAsked';
  return undelivered ? 'undelivered' : 'refund';
}

/** How an order ended that nothing will be delivered of. */
export type Ended = 'cancelled' | 'expired' | 'returned';

const ENDED: Record<NonNullable<Order['cancelReason']>, Ended> = {
  customer: 'cancelled',
  staff: 'cancelled',
  expired: 'expired',
  payment: 'returned',
};

/** How a cancelled order ended: without a reason that is known here, that it was cancelled. */
export function endedAs({ cancelReason }: Pick<Order, 'cancelReason'>): Ended {
  return ENDED[cancelReason!] ?? 'cancelled';
}
