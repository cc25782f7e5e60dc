import type { GwBody } from '../gw/types';

export type BuyItem = GwBody<'/mall/cart/add'>;

/** What the buy box, or the checkout of a single plan, asks for; the gateway validates it. */
export function buyItem(form: FormData, goodsId: string): BuyItem {
  const simType = form.get('simType') === 'physical' ? 'physical' : 'esim';
  const numberId = String(form.get('numberId') ?? '');
  return {
    goodsId,
    simType,
    // Not a number becomes 0, which is refused with a message; 1.5 likewise does not become 1.
    quantity: Number(form.get('quantity')) || 0,
    compatibilityConfirmed: form.get('compatibilityConfirmed') === '1',
    ...(numberId ? { numberId } : {}),
  };
}
