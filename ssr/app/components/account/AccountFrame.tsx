import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/react';
import { Form } from 'react-router';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang, useShell } from '../../router/page';
import { paths } from '../../router/paths';
import { Icon, type IconName } from '../page/Icon';
import { LogoutForm } from './AccountMenu';

const SECTIONS = [
  { name: 'info', icon: 'user' },
  { name: 'orders', icon: 'order' },
  { name: 'sims', icon: 'sim' },
  { name: 'addresses', icon: 'pin' },
  { name: 'password', icon: 'lock' },
  { name: 'rewards', icon: 'gift' },
  { name: 'delete', icon: 'close' },
] as const satisfies readonly { name: string; icon: IconName }[];

export type AccountSectionName = (typeof SECTIONS)[number]['name'];

type Props = { section: AccountSectionName; title: string; children: ReactNode };

// A logout button until scripts run, because the header does not know the login before. Hiding it shifts nothing.
const LOGOUT_WITHOUT_SCRIPTS = 'btn btn-secondary whitespace-nowrap js:hidden';

/** Layout of the account pages: the sections in a list at the side, or in a select on phones. */
export function AccountFrame({ section, title, children }: Props) {
  return (
    <div className="container-page grid gap-6 py-6 lg:grid-cols-[240px_minmax(0,1fr)] lg:items-start lg:gap-10">
      <SideList section={section} />
      <div>
        <h1 className="page-title mb-4">{title}</h1>
        <div className="hidden-until-complete mb-4 flex lg:hidden">
          <SectionSelect section={section} />
          <LogoutForm className={`ml-2 ${LOGOUT_WITHOUT_SCRIPTS}`} />
        </div>
        <div className="grid gap-6">{children}</div>
      </div>
    </div>
  );
}

function SideList({ section }: { section: AccountSectionName }) {
  const { t } = useTranslation();
  const sections = useSections();
  const pathOf = useSectionPath();
  return (
    <nav aria-label={t('account:nav.label')} className="card-flush hidden p-2 sticky-top lg:block">
      <ul>
        {sections.map(({ name, icon }) => (
          <li key={name}>
            <LocalizedLink
              to={pathOf(name)}
              aria-current={name === section ? 'page' : undefined}
              className="flex min-h-11 items-center gap-3 rounded-control px-3 font-medium hover:text-primary aria-[current]:bg-primary-soft aria-[current]:text-primary-strong"
            >
              <Icon name={icon} />
              {t(`account:nav.${name}`)}
            </LocalizedLink>
          </li>
        ))}
      </ul>
      <LogoutForm className={`mt-2 w-full ${LOGOUT_WITHOUT_SCRIPTS}`} />
    </nav>
  );
}

// A GET form: the front door knows where each section is, so it works without scripts too.
function SectionSelect({ section }: { section: AccountSectionName }) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <Form
      method="get"
      action={paths.account(lang)}
      data-autosubmit
      className="flex min-w-0 flex-1 gap-2"
    >
      <label htmlFor="account-section" className="sr-only">
        {t('account:nav.label')}
      </label>
      <select
        key={section}
        id="account-section"
        name="section"
        defaultValue={section}
        className="field"
      >
        {useSections().map(({ name }) => (
          <option key={name} value={name}>
            {t(`account:nav.${name}`)}
          </option>
        ))}
      </select>
      <button type="submit" className="btn btn-secondary js:hidden">
        {t('account:nav.go')}
      </button>
    </Form>
  );
}

// SIM management is listed where the site has it.
function useSections() {
  const { features } = useShell();
  return SECTIONS.filter(({ name }) => name !== 'sims' || features.includes(name));
}

function useSectionPath(): (section: AccountSectionName) => string {
  const lang = useLang();
  const info = paths.account(lang);
  return (section) => {
    switch (section) {
      case 'info':
        return info;
      case 'orders':
        return paths.accountOrders(lang);
      case 'sims':
        return paths.accountSims(lang);
      case 'rewards':
        return paths.accountRewards(lang);
      case 'delete':
        return paths.accountDelete(lang);
      default:
        return `${info}#${section}`;
    }
  };
}
