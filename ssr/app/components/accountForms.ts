import type { Gw, GwResult } from '../gw/client';
import type { GwPlain } from '../gw/types';
import type { Lang } from '../i18n/lang';
import { failed, seeOther, type ActionOutcome } from '../router/module';
import { paths } from '../router/paths';
import { atField } from './atField';
import { ADDRESS_NAMES, addressOf } from './addressForm';
import { sendCode } from './codeStep';
import { codeOf, given, secret, text } from './formText';

type Update = GwPlain<'/mall/us/updateUserInfo'>;

/** A form of the account page as it was posted. */
export type AccountPost = { form: FormData; gw: Gw; lang: Lang };

// What the e-mail form calls the gateway's fields: every name is unique on the page.
const EMAIL_NAMES = { email: 'newEmail', target: 'newEmail', currentPassword: 'emailPassword' };

const NEW_ADDRESS_NAMES = { ...ADDRESS_NAMES, phone: 'address.phone' };

/** Every form of the account page by the value of its hidden field `form`. */
export const ACCOUNT_FORMS: Record<string, (post: AccountPost) => Promise<ActionOutcome>> = {
  profile: (post) =>
    update(post, 'profile', {
      op: 'profile',
      firstName: text(post.form, 'firstName'),
      lastName: text(post.form, 'lastName'),
    }),

  consent: (post) =>
    update(post, 'consent', { op: 'consent', promoConsent: post.form.get('promoConsent') === '1' }),

  // The code goes to the new address: whoever types it in can read that mailbox.
  email: (post) => {
    const { form, gw } = post;
    const email = text(form, 'newEmail');
    if (form.get('intent') === 'send') {
      const ask = { channel: 'email', target: email, purpose: 'change_email' } as const;
      return sendCode(gw, form, ask, EMAIL_NAMES, { form: 'email' });
    }
    const currentPassword = secret(form, 'emailPassword');
    const change: Update = { op: 'email', email, code: codeOf(form), currentPassword };
    return update(post, 'email', change, EMAIL_NAMES, { step: 'code' });
  },

  password: (post) =>
    update(post, 'password', {
      op: 'password',
      currentPassword: secret(post.form, 'currentPassword'),
      password: secret(post.form, 'password'),
      confirmPassword: secret(post.form, 'confirmPassword'),
    }),

  address: async (post) => {
    const { form, gw } = post;
    const address = {
      ...addressOf(form),
      ...given('addressId', text(form, 'addressId')),
      ...given('phone', text(form, 'address.phone')),
      isDefault: form.get('isDefault') === '1',
    };
    const saved = await gw.post('/mall/us/address/save', address);
    return outcome(post, 'address', 'addresses', saved, NEW_ADDRESS_NAMES);
  },

  removeAddress: async (post) => {
    const addressId = text(post.form, 'addressId');
    const rest = await post.gw.post('/mall/us/address/remove', { addressId });
    return outcome(post, 'removed', 'addresses', rest);
  },
};

async function update(
  post: AccountPost,
  name: string,
  body: Update,
  names: Record<string, string> = {},
  extra: Record<string, unknown> = {},
): Promise<ActionOutcome> {
  const result = await post.gw.seal('/mall/us/updateUserInfo', body);
  return outcome(post, name, name === 'password' ? 'password' : 'info', result, names, extra);
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
  return failed(form, atField(result, names), { ...extra, form: form.get('form') });
}
