import { useTranslation } from '../../i18n/react';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { AccountLinks, AccountMenu } from '../account/AccountMenu';
import { CartLink } from '../cart/CartLink';
import { DestinationSearch } from '../search/DestinationSearch';
import { Icon } from '../page/Icon';
import { LanguageSwitch } from './LanguageSwitch';
import { Logo } from './Logo';
import { MenuLinks } from './MenuLinks';
import { useCloseOnNavigation } from './useCloseOnNavigation';

/**
 * One row on desktop, a 56 px bar with a drawer on phones. 90 px high where it gets fixed. Brand and menu are the site's data:
 * where they leave no room for the words of the link to an order, these wrap out of sight and its icon stays.
 */
export function Header() {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <header data-header className="hidden-until-complete border-b border-line bg-paper">
      <div className="container-page flex h-14 items-center gap-2 min-[1001px]:h-[89px]">
        <Logo />
        <nav aria-label={t('common:menu')} className="hidden flex-1 lg:block">
          <MenuLinks
            className="flex items-center"
            itemClassName="flex min-h-11 flex-col items-center justify-center whitespace-nowrap rounded-control px-1.5 text-14 font-medium text-ink hover:text-primary aria-[current=page]:text-primary"
          />
        </nav>
        <div className="hidden w-40 shrink-0 lg:block">
          <DestinationSearch id="search" />
        </div>
        <div className="ml-auto flex min-w-0 items-center lg:ml-0">
          <div className="hidden shrink-0 lg:block">
            <LanguageSwitch compact />
          </div>
          <LocalizedLink
            to={paths.track(lang)}
            className="hidden h-11 min-w-8 flex-wrap items-center justify-end gap-1 overflow-hidden whitespace-nowrap rounded-control px-1.5 text-14 font-medium hover:text-primary lg:flex"
          >
            <Icon name="order" className="my-3 size-5" />
            <span>{t('common:track')}</span>
          </LocalizedLink>
          <CartLink />
          <AccountMenu />
          <MobileMenu />
        </div>
      </div>
    </header>
  );
}

// Closed it is not displayed at all: a browser that looks for fields to fill would lay out the whole menu for the one in
// it, in front of the first paint.
function MobileMenu() {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <details ref={useCloseOnNavigation()} data-mobile-menu className="group lg:hidden">
      <summary
        aria-label={t('common:menu')}
        className="grid size-11 place-items-center rounded-control group-open:fixed group-open:right-4 group-open:top-1.5 group-open:z-50"
      >
        <Icon name="menu" className="size-6 group-open:hidden" />
        <Icon name="close" className="hidden size-6 group-open:block" />
      </summary>
      <div className="fixed inset-0 z-40 hidden overflow-y-auto bg-paper px-4 pb-8 pt-16 group-open:block">
        <DestinationSearch id="search-menu" />
        <nav aria-label={t('common:menu')} className="mt-4">
          <MenuLinks
            className="divide-y divide-line border-y border-line"
            itemClassName="flex min-h-13 items-center gap-3 text-16 font-medium aria-[current=page]:text-primary"
          />
          <LocalizedLink
            to={paths.track(lang)}
            className="flex min-h-13 items-center gap-3 border-b border-line font-medium"
          >
            <Icon name="order" />
            {t('common:track')}
          </LocalizedLink>
        </nav>
        <AccountLinks />
        <div className="mt-4">
          <LanguageSwitch />
        </div>
      </div>
    </details>
  );
}
