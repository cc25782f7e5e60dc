import type { Gw } from '../../gw/client';
import { parseNumber } from '../form/formText';

/** The form that all quantities of the cart belong to. */
export const CART_FORM = 'cart-quantities';

const QUANTITY = 'quantity.';
const SHOWN = 'shown.';

/** The most lines of a form that are saved: a cart has no more. */
const LINES_MAX = 100;

/** Names of the field with the quantity of a line, and of the hidden field with the quantity that the page was rendered with. */
export function quantityFields(itemId: string) {
  return { field: QUANTITY + itemId, shown: SHOWN + itemId };
}

/** Saves each changed quantity, one line at a time. The outcome is the first error. */
export async function saveQuantities(form: FormData, gw: Gw) {
  // A step counts from what its field holds, saved or not.
  const [stepped, by] = String(form.get('step') ?? '').split(' ');
  const names = [...form.keys()].filter((name) => name.startsWith(QUANTITY)).slice(0, LINES_MAX);
  for (const name of names) {
    const itemId = name.slice(QUANTITY.length);
    const quantity = (parseNumber(form, name) || 0) + (itemId === stepped ? Number(by) || 0 : 0);
    if (String(quantity) === form.get(SHOWN + itemId)) continue;
    const saved = await gw.post('/mall/cart/update', { itemId, quantity });
    if (!saved.ok) return saved;
  }
  return undefined;
}
