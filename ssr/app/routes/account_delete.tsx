import { AccountFrame } from '../components/account/AccountFrame';
import { DeleteForm } from '../components/account/DeleteForm';
import { requireLogin } from '../components/account/customerAction';
import { withFieldError } from '../components/form/fieldErrors';
import { sendCode } from '../components/form/codeStep';
import { fieldUnlessEmpty, trimmed, untrimmed } from '../components/form/formText';
import { useTranslation } from '../i18n/react';
import {
  failed,
  doneWithValues,
  redirectToDocument,
  type PageHandle,
  type PageProps,
} from '../router/module';
import { paths } from '../router/paths';

// The password is sealed in the browser, so the application is loaded on any connection.
export const handle: PageHandle = { i18n: ['account', 'auth'], js: 'always' };

// Three intents of one form: `send` mails a code in place of the password, `password` goes back to the password,
// anything else deletes.
export const action = requireLogin(async ({ form, gw, lang }) => {
  const intent = form.get('intent');
  if (intent === 'password') return doneWithValues(form);
  if (intent === 'send') {
    const ask = { channel: 'email', target: trimmed(form, 'email'), purpose: 'delete' } as const;
    return sendCode(gw, form, ask);
  }
  const result = await gw.seal('/mall/us/deleteAccount', {
    ...fieldUnlessEmpty('password', untrimmed(form, 'password')),
    ...fieldUnlessEmpty('code', trimmed(form, 'code')),
    confirm: form.get('confirm') === '1',
  });
  if (result.ok) return redirectToDocument(`${paths.home(lang)}#account-deleted`);
  const extra = form.has('code') ? { step: 'code' } : {};
  return failed(form, withFieldError(result, { currentPassword: 'password' }), extra);
});

export function Component({ page }: PageProps<'account_delete'>) {
  const { t } = useTranslation();
  return (
    <AccountFrame section="delete" title={t('account:delete.title')}>
      <p>{t('account:delete.intro')}</p>
      <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
        <Facts name="goes" items={['gone.1', 'gone.2', 'gone.3', 'gone.4']} />
        <Facts name="stays" items={['kept.1', 'kept.2']} />
      </div>
      <DeleteForm page={page} />
    </AccountFrame>
  );
}

function Facts({ name, items }: { name: 'goes' | 'stays'; items: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby={name} className="card">
      <h2 id={name} className="mb-2 font-semibold">
        {t(`account:delete.${name}`)}
      </h2>
      <ul className="grid list-disc gap-2 pl-5">
        {items.map((item) => (
          <li key={item}>{t(`account:delete.${item}`)}</li>
        ))}
      </ul>
    </section>
  );
}
