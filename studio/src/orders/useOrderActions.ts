import { useActions, type Actions } from '../useActions';
import type { Order } from './types';

export type OrderActions = Actions;

/** Runs actions on an order; see {@link useActions}. */
export function useOrderActions({ site, orderNo }: Order, focusOutcome: () => void): OrderActions {
  return useActions(`/orders/${site.id}/${orderNo}`, focusOutcome);
}
