import type { Gw, GwError } from '../gw/client';

/** What is asked for: an order number and the mailbox of its buyer. */
export type TrackAsk = { orderNo: string; email: string };

/** Whether the code has been asked for, and what it was asked for with. */
export type TrackStep = Partial<TrackAsk> & { step?: 'code'; sent?: boolean };

export function trackAsk(form: FormData): TrackAsk {
  return { orderNo: text(form, 'orderNo'), email: text(form, 'email') };
}

/** The code as it was mailed: people paste it with spaces in it. */
export function trackCode(form: FormData): string {
  return text(form, 'code').replace(/\s/g, '');
}

/**
 * Sends a code to the mailbox. The gateway's answer is the same whether or not the order exists; only what
 * is empty or no address is refused, in its words.
 */
export async function sendTrackCode(gw: Gw, ask: TrackAsk) {
  if (ask.orderNo === '' || ask.email === '') {
    // The look-up refuses incomplete questions before it does anything, and has the words for it.
    const refused = await gw.post('/cq-ordercharge/order/track', { ...ask, code: '' });
    if (!refused.ok) return withoutCode(refused);
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

/** The same refusal with its message beside the field it is about, where the gateway names only a code. */
export function atField(error: GwError): GwError {
  const { target, ...rest } = error.fields;
  const fields: Record<string, string> = target ? { ...rest, email: target } : rest;
  const name = FIELD_OF[error.code];
  if (name) fields[name] = error.message;
  return { ...error, fields };
}

const FIELD_OF: Record<string, string> = {
  order_not_found: 'orderNo',
  order_email_mismatch: 'email',
  code_incorrect: 'code',
  code_expired: 'code',
  code_tries_exceeded: 'code',
  code_too_soon: 'code',
};

function withoutCode(error: GwError): GwError {
  const { code: _, ...fields } = error.fields;
  return { ...error, fields };
}

function text(form: FormData, name: string): string {
  return String(form.get(name) ?? '').trim();
}
