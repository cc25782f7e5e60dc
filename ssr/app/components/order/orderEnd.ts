import type { Order } from '../../gw/types';

/** How the money of an order goes back: asked for, on its way, or back; because the shop could not deliver in time, or otherwise. */
export type Refunding = 'refundAsked' | 'refund' | 'undelivered' | 'refunded' | 'undeliveredPaid';

/** What is said of an order whose money goes back; undefined while none of it does, or only a part did. */
export function refundingOf({
  status,
  refunds,
}: Pick<Order, 'status' | 'refunds'>): Refunding | undefined {
  const undelivered = refunds.some(({ reason }) => reason === 'undelivered');
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
