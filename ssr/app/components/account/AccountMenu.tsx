import type { FormEvent } from 'react';
import { useTranslation } from '../../i18n/react';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useGw, useLang, usePage, useShell } from '../../router/page';
import { paths } from '../../router/paths';
import { useCloseOnNavigation } from '../frame/useCloseOnNavigation';
import { Icon, type IconName } from '../page/Icon';
import { logout } from './logout';

// The HTML of a public page is the same for everybody, so it has both variants. Before the session call has answered, and without
// scripts, it shows the one for guests; the login page redirects a customer. Private pages know the login.

/** End of the header on desktop: a link to the login, or a dropdown. Both take the same space, so that nothing shifts. */
export function AccountMenu() {
  const { t } = useTranslation();
  const closedByNavigation = useCloseOnNavigation();
  if (!useHasAccounts()) return null;
  return (
    <div className="hidden lg:grid *:col-start-1 *:row-start-1">
      <LoginLink className="justify-end gap-1 whitespace-nowrap px-2 text-14 logged-in:invisible" />
      <details
        ref={closedByNavigation}
        data-dropdown
        className="group relative justify-self-end not-logged-in:invisible"
      >
        <summary className="flex min-h-11 items-center gap-1 whitespace-nowrap rounded-control px-2 text-14 font-medium hover:text-primary">
          <Icon name="user" />
          {t('common:account.menu')}
          <Icon name="down" className="size-4 group-open:rotate-180" />
        </summary>
        <div className="card-flush absolute right-0 top-full z-50 w-60 p-2 floating">
          <Entries className="min-h-11 rounded-control px-3 text-14 hover:bg-mist" />
        </div>
      </details>
    </div>
  );
}

/** The same in the drawer of phones and tablets, as a list. */
export function AccountLinks() {
  const { t } = useTranslation();
  if (!useHasAccounts()) return null;
  return (
    <nav aria-label={t('common:account.menu')} className="border-b border-line">
      <LoginLink className="min-h-13 gap-3 logged-in:hidden" />
      <div className="hidden divide-y divide-line logged-in:block">
        <Entries className="min-h-13" />
      </div>
    </nav>
  );
}

function useHasAccounts(): boolean {
  return useShell().features.includes('account');
}

function LoginLink({ className }: { className: string }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { path } = usePage();
  return (
    <LocalizedLink
      to={paths.login(lang, path)}
      className={`flex min-h-11 items-center rounded-control font-medium hover:text-primary ${className}`}
    >
      <Icon name="user" />
      {t('common:account.login')}
    </LocalizedLink>
  );
}

function Entries({ className }: { className: string }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { features } = useShell();
  const item = `flex w-full items-center gap-3 font-medium hover:text-primary ${className}`;
  const link = (name: string, to: string, icon: IconName) => (
    <LocalizedLink to={to} className={item}>
      <Icon name={icon} />
      {t(`common:account.${name}`)}
    </LocalizedLink>
  );
  return (
    <>
      {link('info', paths.account(lang), 'user')}
      {link('orders', paths.accountOrders(lang), 'order')}
      {features.includes('sims') && link('sims', paths.accountSims(lang), 'sim')}
      {link('delete', paths.accountDelete(lang), 'close')}
      <LogoutForm className={item} />
    </>
  );
}

/** Ends the session. Where React does not run the form goes to my account, whose action redirects to the home page. */
export function LogoutForm({ className }: { className: string }) {
  const { t } = useTranslation();
  const lang = useLang();
  const gw = useGw();
  const leave = (event: FormEvent) => {
    event.preventDefault();
    void logout(gw, t('common:unavailable'));
  };
  return (
    <form method="post" action={paths.account(lang)} onSubmit={leave}>
      <button type="submit" name="form" value="logout" className={className}>
        <Icon name="leave" />
        {t('common:account.logout')}
      </button>
    </form>
  );
}
