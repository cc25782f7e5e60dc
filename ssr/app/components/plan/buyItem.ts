import type { GwBody } from '../../gw/types';
import { parseNumber } from '../form/formText';

export type BuyItem = GwBody<'/mall/cart/add'>;

/** The choice "bring your own" among numbers to pick. */
export const OWN_NUMBER = 'own';

/** Whether an eSIM is for another device than the one that was checked; nothing where the form does not ask. */
export function otherDeviceOf(form: FormData): { forOtherDevice?: boolean } {
  return form.has('asksDevice') ? { forOtherDevice: form.get('forOtherDevice') === '1' } : {};
}

/** Reads the item from the buy box, or from the checkout of a single plan; the gateway validates it. */
export function buyItem(form: FormData, goodsId: string): BuyItem {
  const simType = form.get('simType') === 'physical' ? 'physical' : 'esim';
  const text = (name: string) => String(form.get(name) ?? '');
  const numberId = text('numberId');
  const own = { transferPhone: text('transferPhone') || '-', transferNote: text('transferNote') };
  return {
    goodsId,
    simType,
    // Not a number becomes 0, which is refused with a message; 1.5 likewise does not become 1.
    quantity: parseNumber(form, 'quantity') || 0,
    compatibilityConfirmed: form.get('compatibilityConfirmed') === '1',
    // An own number that was not typed is refused with a message, as a wrong one is, and so is a day.
    ...(form.has('startDate') ? { startDate: text('startDate') || '-' } : {}),
    ...(numberId === OWN_NUMBER ? own : numberId ? { numberId } : {}),
  };
}
