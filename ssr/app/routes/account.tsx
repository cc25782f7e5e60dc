import { AccountAddresses } from '../components/account/AccountAddresses';
import { AccountFrame } from '../components/account/AccountFrame';
import { AccountInfo } from '../components/account/AccountInfo';
import { AccountPassword } from '../components/account/AccountPassword';
import { AccountSessions } from '../components/account/AccountSessions';
import { GuestOrdersNotice } from '../components/account/GuestOrdersNotice';
import { useTranslation } from '../i18n/react';
import type { PageAction, PageHandle, PageProps } from '../router/module';

// Passwords are sealed in the browser, so the application is loaded on any connection.
export const handle: PageHandle = { i18n: ['account', 'auth', 'checkout'], js: 'always' };

// The code of the action is loaded with the first post: most visits end without one.
export const action: PageAction = async (args) => {
  const { postAccount } = await import('../components/account/accountForms');
  return postAccount(args);
};

export function Component({ page }: PageProps<'account'>) {
  const { t } = useTranslation();
  return (
    <AccountFrame section="info" title={t('account:title')}>
      <GuestOrdersNotice offer={page.data.guestOrders} />
      <AccountInfo page={page} />
      <AccountAddresses page={page} />
      <AccountPassword page={page} />
      <AccountSessions page={page} />
    </AccountFrame>
  );
}
