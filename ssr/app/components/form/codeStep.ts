import type { Gw } from '../../gw/client';
import type { GwBody } from '../../gw/types';
import { failed, doneWithValues, type ActionOutcome } from '../../router/module';
import { withFieldError } from './fieldErrors';

export type CodeRequest = GwBody<'/auth/code/send'>;

/** Data that an action returns to a page with a code field. */
export type CodeStep = {
  /** The code can be typed in. */
  step?: 'code';
  /** Where the last code was sent. */
  sentTo?: string;
  /** When another one can be asked for, RFC 3339. */
  again?: string;
};

/**
 * Sends a code and continues with the step that takes it. When the gateway refuses it as too soon, the code that was just sent can
 * be typed in.
 * @param names the form's name of the field `target`
 */
export async function sendCode(
  gw: Gw,
  form: FormData,
  ask: CodeRequest,
  names?: Record<string, string>,
  extra: Record<string, unknown> = {},
): Promise<ActionOutcome> {
  const sent = await gw.post('/auth/code/send', ask);
  const step: CodeStep = { step: 'code' };
  if (sent.ok) {
    return doneWithValues(form, {
      ...extra,
      ...step,
      sentTo: ask.target,
      again: inSeconds(sent.data?.resendAfter),
    });
  }
  const soon = sent.code === 'code_too_soon';
  const last: CodeStep = soon
    ? { sentTo: ask.target, again: inSeconds(sent.data?.retryAfter) }
    : {};
  const next = soon || form.has('code') ? { ...step, ...last } : {};
  return failed(form, withFieldError(sent, names), { ...extra, ...next });
}

function inSeconds(seconds: number | undefined): string | undefined {
  return seconds === undefined ? undefined : new Date(Date.now() + seconds * 1000).toISOString();
}
