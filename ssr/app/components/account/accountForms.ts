import type { Gw, GwResult } from '../../gw/client';
import type { GwPlain } from '../../gw/types';
import type { Lang } from '../../i18n/lang';
import { failed, seeOther, type ActionOutcome } from '../../router/module';
import { paths } from '../../router/paths';
import { ADDRESS_FIELD_NAMES, addressOf } from '../form/addressForm';
import { withFieldError } from '../form/fieldErrors';
import { sendCode, type CodeRequest } from '../form/codeStep';
import { fieldUnlessEmpty, trimmed, untrimmed } from '../form/formText';
import { requireLogin, unknownForm } from './customerAction';

type Update = GwPlain<'/mall/us/updateUserInfo'>;

type AccountPost = { form: FormData; gw: Gw; lang: Lang };

/** Runs the posted form of the account page; its field `form` names the form. */
export const postAccount = requireLogin(async ({ form, gw, lang }) => {
  const name = trimmed(form, 'form');
  if (Object.hasOwn(FORMS, name)) return FORMS[name]!({ form, gw, lang });
  return unknownForm(form);
});

// Every form of the account page by the value of its hidden field `form`.
const FORMS: Record<string, (post: AccountPost) => Promise<ActionOutcome>> = {
  profile: (post) =>
    update(post, {
      op: 'profile',
      firstName: trimmed(post.form, 'firstName'),
      lastName: trimmed(post.form, 'lastName'),
    }),

  consent: (post) =>
    update(post, { op: 'consent', promoConsent: post.form.get('promoConsent') === '1' }),

  // The code goes to the new address: whoever types it in can read that mailbox.
  email: (post) => {
    const email = trimmed(post.form, 'newEmail');
    const ask = { channel: 'email', target: email, purpose: 'change_email' } as const;
    return changeContact(post, ask, { op: 'email', email }, { email: 'newEmail' });
  },

  phone: (post) => {
    const phone = trimmed(post.form, 'newPhone');
    const ask = { channel: 'sms', target: phone, purpose: 'change_phone' } as const;
    return changeContact(post, ask, { op: 'phone', phone }, { phone: 'newPhone' });
  },

  password: (post) =>
    update(post, {
      op: 'password',
      currentPassword: untrimmed(post.form, 'currentPassword'),
      password: untrimmed(post.form, 'password'),
      confirmPassword: untrimmed(post.form, 'confirmPassword'),
    }),

  address: async (post) => {
    const { form, gw } = post;
    const address = {
      ...addressOf(form),
      ...fieldUnlessEmpty('addressId', trimmed(form, 'addressId')),
      isDefault: form.get('isDefault') === '1',
    };
    const saved = await gw.post('/mall/us/address/save', address);
    return outcome(post, 'address', 'addresses', saved, ADDRESS_FIELD_NAMES);
  },

  removeAddress: async (post) => {
    const addressId = trimmed(post.form, 'addressId');
    const rest = await post.gw.post('/mall/us/address/remove', { addressId });
    // One that is gone, in another tab or by the first of two clicks, is removed.
    const gone = !rest.ok && rest.code === 'address_not_found';
    return outcome(post, 'removed', 'addresses', gone ? { ok: true, status: 200, data: {} } : rest);
  },

  logout: async ({ form, gw, lang }) => {
    const ended = await gw.get('/auth/token/logout');
    return ended.ok ? seeOther(paths.home(lang)) : failed(form, ended, { form: 'sessions' });
  },

  sessions: async (post) => {
    const sessionId = trimmed(post.form, 'sessionId');
    const body = sessionId ? { sessionId } : { others: true };
    const rest = await post.gw.post('/mall/us/sessions/end', body);
    return outcome(post, sessionId ? 'session' : 'sessions', 'sessions', rest);
  },
};

// Another e-mail or mobile number, in two steps: a code to it, then the code with the current password. Every field
// has a name that no other form of the page has.
async function changeContact(
  post: AccountPost,
  ask: CodeRequest,
  change: Update,
  fields: Record<string, string>,
): Promise<ActionOutcome> {
  const { form, gw } = post;
  const password = `${change.op}Password`;
  const target = fields[change.op]!;
  const names = { ...fields, target, currentPassword: password };
  if (form.get('intent') === 'send') return sendCode(gw, form, ask, names, { form: change.op });
  const body = {
    ...change,
    code: trimmed(form, 'code'),
    currentPassword: untrimmed(form, password),
  };
  return update(post, body, names, { step: 'code' });
}

async function update(
  post: AccountPost,
  body: Update,
  names: Record<string, string> = {},
  extra: Record<string, unknown> = {},
): Promise<ActionOutcome> {
  const result = await post.gw.seal('/mall/us/updateUserInfo', body);
  return outcome(post, body.op, body.op === 'password' ? 'password' : 'info', result, names, extra);
}

// Done: the page again by GET, at the part that was changed. Refused: the form again with what is wrong.
function outcome(
  { form, lang }: AccountPost,
  saved: string,
  part: string,
  result: GwResult<unknown>,
  names: Record<string, string> = {},
  extra: Record<string, unknown> = {},
): ActionOutcome {
  if (result.ok) return seeOther(`${paths.account(lang, { saved })}#${part}`);
  return failed(form, withFieldError(result, names), { ...extra, form: form.get('form') });
}
