import type { Gw, GwError } from '../../gw/client';
import type { GwPlain } from '../../gw/types';
import { withoutFields } from '../form/fieldErrors';
import { newKey } from '../form/AttemptKey';
import { fieldUnlessEmpty, trimmed, untrimmed } from '../form/formText';

type Registration = GwPlain<'/auth/register'>;

/** Reads the registration from the form, without validation: the gateway validates it. */
export function registrationOf(form: FormData): Registration {
  return {
    email: trimmed(form, 'email'),
    code: trimmed(form, 'code'),
    password: untrimmed(form, 'password'),
    confirmPassword: untrimmed(form, 'confirmPassword'),
    firstName: trimmed(form, 'firstName'),
    promoConsent: form.get('promoConsent') === '1',
    agree: form.get('agree') === '1',
    ...fieldUnlessEmpty('lastName', trimmed(form, 'lastName')),
    ...fieldUnlessEmpty('referral', trimmed(form, 'referral')),
  };
}

/**
 * Validates the form before a code is sent: posts the registration without a code, which the gateway refuses before it does
 * anything, and drops the error about the code. Returns the other errors, if any.
 */
export async function validateBeforeCode(gw: Gw, form: FormData): Promise<GwError | undefined> {
  const body = { ...registrationOf(form), code: '' };
  const refused = await gw.seal('/auth/register', body, { idempotencyKey: newKey() });
  if (refused.ok) return undefined;
  if (refused.code !== 'validation_failed') return refused;
  // Without scripts the password is asked for together with the code.
  const later = form.has('withPassword') ? [] : ['password', 'confirmPassword'];
  const rest = withoutFields(refused, 'code', ...later);
  return Object.keys(rest.fields).length > 0 ? rest : undefined;
}
