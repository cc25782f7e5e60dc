import type { Gw } from '../gw/client';
import type { GwBody } from '../gw/types';
import { failed, goOn, type ActionOutcome } from '../router/module';
import { atField } from './atField';

export type CodeAsk = GwBody<'/auth/code/send'>;

/** What a page with a code learns from its action. */
export type CodeStep = {
  /** The code can be typed in. */
  step?: 'code';
  /** Where a code has just been sent. */
  sentTo?: string;
  /** Seconds until another one can be asked for. */
  wait?: number;
};

/**
 * Sends a code and goes on to the step that takes it. Too soon means that one has just been sent: it can be
 * typed in as well.
 * @param names what the form calls the field `target`
 */
export async function sendCode(
  gw: Gw,
  form: FormData,
  ask: CodeAsk,
  names?: Record<string, string>,
  extra: Record<string, unknown> = {},
): Promise<ActionOutcome> {
  const sent = await gw.post('/auth/code/send', ask);
  const step: CodeStep = { step: 'code' };
  if (sent.ok) {
    return goOn(form, { ...extra, ...step, sentTo: ask.target, wait: sent.data?.resendAfter });
  }
  const wait = (sent.data as { retryAfter?: number } | undefined)?.retryAfter;
  const known = sent.code === 'code_too_soon' || form.has('code');
  return failed(form, atField(sent, names), { ...extra, ...(known ? { ...step, wait } : {}) });
}

/** A field of a form without the blanks around it. */
export function text(form: FormData, name: string): string {
  return String(form.get(name) ?? '').trim();
}

/** The code as it was sent: people paste it with spaces in it. */
export function codeOf(form: FormData): string {
  return text(form, 'code').replace(/\s/g, '');
}
