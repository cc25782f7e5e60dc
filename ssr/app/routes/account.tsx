import { AccountAddresses } from '../components/AccountAddresses';
import { AccountFrame } from '../components/AccountFrame';
import { AccountInfo } from '../components/AccountInfo';
import { AccountPassword } from '../components/AccountPassword';
import { AccountRewards } from '../components/AccountRewards';
import { AccountSessions } from '../components/AccountSessions';
import { ACCOUNT_FORMS } from '../components/accountForms';
import { text } from '../components/formText';
import { useTranslation } from '../i18n/react';
import { failed, type PageAction, type PageHandle } from '../router/module';

// Passwords are sealed in the browser, on any connection.
export const handle: PageHandle = { i18n: ['account', 'auth', 'checkout', 'order'], js: 'always' };

export const action: PageAction = async ({ form, gw, lang }) => {
  const name = text(form, 'form');
  if (Object.hasOwn(ACCOUNT_FORMS, name)) return ACCOUNT_FORMS[name]!({ form, gw, lang });
  return failed(form, { status: 400, code: 'bad_request', message: '', fields: {} });
};

export function Component() {
  const { t } = useTranslation();
  return (
    <AccountFrame section="info" title={t('account:title')}>
      <AccountInfo />
      <AccountAddresses />
      <AccountPassword />
      <AccountRewards />
      <AccountSessions />
    </AccountFrame>
  );
}
