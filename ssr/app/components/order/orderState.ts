import type { TFunction } from 'i18next';
import type { Order } from '../../gw/types';

/** A line of an order, on the order's own page or in a list. */
type Item = Pick<Order['items'][number], 'simType' | 'state' | 'stateText' | 'topUp'>;
type Stands = { status: Order['status']; items: readonly Item[] };

/** What an order holds, as far as its steps are named for it: whatever is sent counts first, and what was refunded not. */
export type Bought = 'card' | 'esim' | 'topUp';

export function boughtOf(items: readonly Item[]): Bought {
  const left = leftOf(items);
  if (left.some(({ simType, topUp }) => simType === 'physical' && !topUp)) return 'card';
  return left.some(({ topUp }) => !topUp) ? 'esim' : 'topUp';
}

/** The lines that were not refunded; of an order that was refunded whole, all of them. */
export function leftOf<T extends Pick<Item, 'state'>>(items: readonly T[]): readonly T[] {
  const left = items.filter(({ state }) => state !== 'refunded');
  return left.length > 0 ? left : items;
}

/** How a line stands. */
export function lineState({ state, stateText, topUp }: Item, t: TFunction): string {
  return (!topUp && stateText) || t(`order:line.${state}`);
}

/** How an order stands now. What has been delivered stands as its SIMs do, where all stand alike. */
export function orderState({ status, items }: Stands, t: TFunction): string {
  if (status !== 'completed') return t(`order:status.${status}`);
  const [first, ...others] = new Set(leftOf(items).map((item) => lineState(item, t)));
  if (first && others.length === 0) return first;
  return t(boughtOf(items) === 'card' ? 'order:line.delivered' : 'order:line.handed_over');
}
