import type { Gw } from '../../gw/client';
import type { GwPlain } from '../../gw/types';
import type { Lang } from '../../i18n/lang';
import { failed, seeOther, type ActionOutcome } from '../../router/module';
import { paths } from '../../router/paths';
import { ofCustomer } from '../account/ofCustomer';
import { atField } from '../form/atField';
import { sendCode } from '../form/codeStep';
import { optional, text } from '../form/formText';

type Post = { form: FormData; gw: Gw; lang: Lang };

/** Registers a SIM of an order; a guest may do so, too. */
export async function postOrderSims(post: Post, orderNo: string): Promise<ActionOutcome> {
  const name = text(post.form, 'form');
  if (!name.startsWith('realname-')) return unknownForm(post.form);
  return register(post, name, (query) => paths.orderSims(post.lang, orderNo, query));
}

/** Does what the posted form of a page of SIMs asks for; its field `form` says which one it is. */
export const postSims = ofCustomer(async (post) => {
  const name = text(post.form, 'form');
  if (name === 'link') return link(post);
  if (name === 'unlink') return unlink(post);
  if (name.startsWith('realname-'))
    return register(post, name, (query) => paths.accountSims(post.lang, query));
  return unknownForm(post.form);
});

function unknownForm(form: FormData): ActionOutcome {
  return failed(form, { status: 400, code: 'bad_request', message: '', fields: {} });
}

// Two steps: a code to the SIM's phone, then everything with the code.
async function link({ form, gw, lang }: Post): Promise<ActionOutcome> {
  const phone = text(form, 'phone');
  const extra = { form: 'link' };
  if (form.get('intent') === 'send') {
    const ask = { channel: 'sms', target: phone, purpose: 'link' } as const;
    return sendCode(gw, form, ask, { target: 'phone' }, extra);
  }
  const linked = await gw.post('/sim/us/link', {
    iccid: text(form, 'iccid'),
    phone,
    code: text(form, 'code'),
  });
  if (!linked.ok) return failed(form, atField(linked), { ...extra, step: 'code' });
  return seeOther(paths.accountSims(lang, { saved: 'linked' }));
}

async function unlink({ form, gw, lang }: Post): Promise<ActionOutcome> {
  const gone = await gw.post('/sim/us/unlink', { simId: text(form, 'simId') });
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
  const simId = text(form, 'simId');
  const sent = await gw.seal('/sim/us/realname', {
    simId,
    ...optional('regime', text(form, 'regime')),
    documentType: text(form, 'documentType') as Registration['documentType'],
    documentNumber: text(form, 'documentNumber'),
    firstName: text(form, 'firstName'),
    lastName: text(form, 'lastName'),
    birthDate: text(form, 'birthDate'),
    ...optional('localName', text(form, 'localName')),
    ...optional('documentExpiry', text(form, 'documentExpiry')),
  });
  if (sent.ok) return seeOther(`${page({ simId, saved: 'realname' })}#real-name`);
  form.delete('documentNumber');
  return failed(form, sent, { form: name });
}
