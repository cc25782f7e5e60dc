import type { Gw } from '../../gw/client';
import type { GwPlain } from '../../gw/types';
import type { Lang } from '../../i18n/lang';
import { failed, seeOther, type ActionOutcome } from '../../router/module';
import { paths } from '../../router/paths';
import { requireLogin, unknownForm } from '../account/customerAction';
import { withFieldError } from '../form/fieldErrors';
import { sendCode } from '../form/codeStep';
import { fieldUnlessEmpty, trimmed } from '../form/formText';

type Post = { form: FormData; gw: Gw; lang: Lang };

/** Registers a SIM of an order; a guest may do so, too. */
export async function postOrderSims(post: Post, orderNo: string): Promise<ActionOutcome> {
  const name = trimmed(post.form, 'form');
  if (!name.startsWith('realname-')) return unknownForm(post.form);
  return register(post, name, (query) => paths.orderSims(post.lang, orderNo, query));
}

/** Runs the posted form of a page of SIMs; its field `form` names the form. */
export const postSims = requireLogin(async (post) => {
  const name = trimmed(post.form, 'form');
  if (name === 'link') return link(post);
  if (name === 'unlink') return unlink(post);
  if (name.startsWith('realname-'))
    return register(post, name, (query) => paths.accountSims(post.lang, query));
  return unknownForm(post.form);
});

// Two steps: a code to the SIM's phone, then everything with the code.
async function link({ form, gw, lang }: Post): Promise<ActionOutcome> {
  const phone = trimmed(form, 'phone');
  const extra = { form: 'link' };
  if (form.get('intent') === 'send') {
    const ask = { channel: 'sms', target: phone, purpose: 'link' } as const;
    return sendCode(gw, form, ask, { target: 'phone' }, extra);
  }
  const linked = await gw.post('/sim/us/link', {
    iccid: trimmed(form, 'iccid'),
    phone,
    code: trimmed(form, 'code'),
  });
  if (!linked.ok) return failed(form, withFieldError(linked), { ...extra, step: 'code' });
  return seeOther(paths.accountSims(lang, { saved: 'linked' }));
}

async function unlink({ form, gw, lang }: Post): Promise<ActionOutcome> {
  const gone = await gw.post('/sim/us/unlink', { simId: trimmed(form, 'simId') });
  if (!gone.ok) return failed(form, gone, { form: 'unlink' });
  return seeOther(paths.accountSims(lang, { saved: 'unlinked' }));
}

type Registration = GwPlain<'/sim/us/realname'>;

// The number of the document passes through sealed and is not shown again.
async function register(
  { form, gw }: Post,
  name: string,
  page: (query: { simId: string; saved: string }) => string,
): Promise<ActionOutcome> {
  const simId = trimmed(form, 'simId');
  const sent = await gw.seal('/sim/us/realname', {
    simId,
    ...fieldUnlessEmpty('regime', trimmed(form, 'regime')),
    documentType: trimmed(form, 'documentType') as Registration['documentType'],
    documentNumber: trimmed(form, 'documentNumber'),
    firstName: trimmed(form, 'firstName'),
    lastName: trimmed(form, 'lastName'),
    birthDate: trimmed(form, 'birthDate'),
    ...fieldUnlessEmpty('localName', trimmed(form, 'localName')),
    ...fieldUnlessEmpty('documentExpiry', trimmed(form, 'documentExpiry')),
  });
  if (sent.ok) return seeOther(`${page({ simId, saved: 'realname' })}#real-name`);
  form.delete('documentNumber');
  return failed(form, sent, { form: name });
}
