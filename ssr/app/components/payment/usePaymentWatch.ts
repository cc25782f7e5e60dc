import { useRevalidator } from 'react-router';
import type { PaymentState } from '../../gw/types';
import { useGw } from '../../router/page';
import { usePolling } from '../../router/usePolling';
import { stateView, type PaymentView } from './paymentView';

const POLL_INTERVALS = { firstMs: 2000, lastMs: 5000 };
const DELIVERY = { firstMs: 2000, lastMs: 60_000 };

/**
 * Polls the status of the payment, at first every 2 s, later every 5 s, and reads the page again when it has changed. After a payment
 * it polls the page itself, at last once a minute, until the delivery or the refund is done.
 */
export function usePaymentWatch(
  orderNo: string,
  view: PaymentView,
  attempt: PaymentState['attemptStatus'],
  on: boolean,
): void {
  const gw = useGw();
  const { revalidate } = useRevalidator();
  const paid = view !== 'waiting' && view !== 'processing';
  const look = async () => {
    if (paid) return revalidate();
    const query = { orderNo };
    const state = await gw.get('/cq-ordercharge/payment/us/status', query, { loading: false });
    // A payment that was declined on the phone leaves the order waiting, and is news all the same.
    if (state.ok && (stateView(state.data) !== view || state.data.attemptStatus !== attempt))
      await revalidate();
  };
  usePolling(look, on, paid ? DELIVERY : POLL_INTERVALS);
}
