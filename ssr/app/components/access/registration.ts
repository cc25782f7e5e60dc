import type { Gw, GwError } from '../../gw/client';
import type { GwPlain } from '../../gw/types';
import { without } from '../form/atField';
import { newKey } from '../form/AttemptKey';
import { optional, text, untrimmed } from '../form/formText';

type Registration = GwPlain<'/auth/register'>;

/** The registration as it was typed. Whether it is right is the gateway's to say. */
export function registration(form: FormData): Registration {
  return {
    email: text(form, 'email'),
    code: text(form, 'code'),
    password: untrimmed(form, 'password'),
    confirmPassword: untrimmed(form, 'confirmPassword'),
    firstName: text(form, 'firstName'),
    promoConsent: form.get('promoConsent') === '1',
    agree: form.get('agree') === '1',
    ...optional('lastName', text(form, 'lastName')),
    ...optional('referral', text(form, 'referral')),
  };
}

/**
 * What is wrong with the form before a code is sent for it. The gateway refuses a registration without a code
 * before it does anything, and has the words for everything else that is wrong.
 */
export async function wrongBefore(gw: Gw, form: FormData): Promise<GwError | undefined> {
  const body = { ...registration(form), code: '' };
  const refused = await gw.seal('/auth/register', body, { idempotencyKey: newKey() });
  if (refused.ok) return undefined;
  if (refused.code !== 'validation_failed') return refused;
  // Without scripts the password is asked for together with the code.
  const later = form.has('withPassword') ? [] : ['password', 'confirmPassword'];
  const rest = without(refused, 'code', ...later);
  return Object.keys(rest.fields).length > 0 ? rest : undefined;
}
