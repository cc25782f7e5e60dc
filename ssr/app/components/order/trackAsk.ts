import type { Gw } from '../../gw/client';
import { atField, without } from '../form/atField';
import { text } from '../form/formText';

/** What is asked for: an order number and the mailbox of its buyer. */
export type TrackAsk = { orderNo: string; email: string };

/** Whether the code has been asked for, and what it was asked for with. */
export type TrackStep = Partial<TrackAsk> & { step?: 'code'; sent?: boolean };

/** What the form of a tracking page asks for. */
export function trackAsk(form: FormData): TrackAsk {
  return { orderNo: text(form, 'orderNo'), email: text(form, 'email') };
}

/**
 * Sends a code to the mailbox. The gateway's answer is the same whether or not the order exists; only what
 * is empty or no address is refused, in its words.
 */
export async function sendTrackCode(gw: Gw, ask: TrackAsk) {
  if (ask.orderNo === '' || ask.email === '') {
    // The look-up refuses incomplete questions before it does anything, and has the words for it.
    const refused = await gw.post('/cq-ordercharge/order/track', { ...ask, code: '' });
    if (!refused.ok) return without(refused, 'code');
  }
  const { orderNo, email } = ask;
  const sent = await gw.post('/auth/code/send', {
    channel: 'email',
    target: email,
    purpose: 'track',
    orderNo,
  });
  return sent.ok ? sent : atField(sent);
}
