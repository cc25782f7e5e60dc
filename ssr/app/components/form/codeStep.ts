import type { Gw } from '../../gw/client';
import type { GwBody } from '../../gw/types';
import { failed, goOn, type ActionOutcome } from '../../router/module';
import { atField } from './atField';

export type CodeAsk = GwBody<'/auth/code/send'>;

/** What a page with a code learns from its action. */
export type CodeStep = {
  /** The code can be typed in. */
  step?: 'code';
  /** Where the last code was sent. */
  sentTo?: string;
  /** When another one can be asked for, RFC 3339. */
  again?: string;
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
    return goOn(form, {
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
  return failed(form, atField(sent, names), { ...extra, ...next });
}

function inSeconds(seconds: number | undefined): string | undefined {
  return seconds === undefined ? undefined : new Date(Date.now() + seconds * 1000).toISOString();
}
