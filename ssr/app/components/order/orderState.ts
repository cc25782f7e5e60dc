import type { TFunction } from 'i18next';
import type { Order } from '../../gw/types';

/** A line of an order, on the order's own page or in a list. */
type Item = Pick<Order['items'][number], 'simType' | 'state' | 'stateText' | 'topUp'>;
type StatusAndItems = { status: Order['status']; items: readonly Item[] };

/** The kind of content that names the steps of an order: a card if there is one; refunded lines do not count. */
export type OrderContent = 'card' | 'esim' | 'topUp';

export function contentOf(items: readonly Item[]): OrderContent {
  const left = notRefunded(items);
  if (left.some(({ simType, topUp }) => simType === 'physical' && !topUp)) return 'card';
  return left.some(({ topUp }) => !topUp) ? 'esim' : 'topUp';
}

/** The lines that were not refunded; all lines when the whole order was refunded. */
export function notRefunded<T extends Pick<Item, 'state'>>(items: readonly T[]): readonly T[] {
  const left = items.filter(({ state }) => state !== 'refunded');
  return left.length > 0 ? left : items;
}

/** The state of a line, as text. */
export function lineState({ state, stateText, topUp }: Item, t: TFunction): string {
  return (!topUp && stateText) || t(`order:line.${state}`);
}

/** The state of an order, as text. For a delivered order it is the state of its SIMs when all are in the same state. */
export function orderState({ status, items }: StatusAndItems, t: TFunction): string {
  if (status !== 'completed') return t(`order:status.${status}`);
  const [first, ...others] = new Set(notRefunded(items).map((item) => lineState(item, t)));
  if (first && others.length === 0) return first;
  return t(contentOf(items) === 'card' ? 'order:line.delivered' : 'order:line.handed_over');
}
