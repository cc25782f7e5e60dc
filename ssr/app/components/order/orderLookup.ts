import type { Gw } from '../../gw/client';
import { withFieldError, withoutFields } from '../form/fieldErrors';
import { trimmed } from '../form/formText';

/** An order number and the e-mail of its buyer. */
export type OrderLookup = { orderNo: string; email: string };

/** The step of the tracking form, and the order that a code was requested for. */
export type TrackStep = Partial<OrderLookup> & { step?: 'code'; sent?: boolean };

/** Reads order number and e-mail from the form. */
export function lookupOf(form: FormData): OrderLookup {
  return { orderNo: trimmed(form, 'orderNo'), email: trimmed(form, 'email') };
}

/**
 * Sends a code to the e-mail address. The gateway's response is the same whether or not the order exists; only an empty field or an
 * invalid address is refused.
 */
export async function sendLookupCode(gw: Gw, ask: OrderLookup) {
  if (ask.orderNo === '' || ask.email === '') {
    // The look-up refuses incomplete input before it does anything, with a message.
    const refused = await gw.post('/cq-ordercharge/order/track', { ...ask, code: '' });
    if (!refused.ok) return withoutFields(refused, 'code');
  }
  const { orderNo, email } = ask;
  const sent = await gw.post('/auth/code/send', {
    channel: 'email',
    target: email,
    purpose: 'track',
    orderNo,
  });
  return sent.ok ? sent : withFieldError(sent);
}
