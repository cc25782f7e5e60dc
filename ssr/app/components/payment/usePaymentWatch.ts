import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import type { PaymentState } from '../../gw/types';
import { useGw } from '../../router/page';
import { stateView, type PaymentView } from './paymentView';

const FIRST_MS = 2000;
const LAST_MS = 5000;

/** Asks how the payment stands, from every 2 s slowing to 5 s, and reads the page again when that has changed. */
export function usePaymentWatch(
  orderNo: string,
  view: PaymentView,
  attempt: PaymentState['attemptStatus'],
  on: boolean,
): void {
  const gw = useGw();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!on) return;
    let timer: ReturnType<typeof setTimeout>;
    let stopped = false;
    const look = async (wait: number) => {
      // A tab nobody sees does not ask.
      if (document.visibilityState === 'visible') {
        const query = { orderNo };
        const state = await gw.get('/cq-ordercharge/payment/us/status', query, { loading: false });
        if (stopped) return;
        // A payment that was declined on the phone leaves the order waiting, and is news all the same.
        if (state.ok && (stateView(state.data) !== view || state.data.attemptStatus !== attempt)) {
          await revalidate();
        }
      }
      if (!stopped) timer = setTimeout(() => void look(Math.min(wait * 1.25, LAST_MS)), wait);
    };
    timer = setTimeout(() => void look(FIRST_MS), FIRST_MS);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [gw, orderNo, view, attempt, on, revalidate]);
}
