import type { PageDataByKind } from '../../gw/page';
import { useTranslation } from '../../i18n/react';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';

type Query = PageDataByKind['account_orders']['query'];

const TABS = ['all', 'waiting', 'processing', 'shipped', 'cancelled'] as const;

/** The orders by status; each tab is an address of its own and keeps the time and the keyword. */
export function OrderTabs({ query }: { query: Query }) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <nav
      aria-label={t('account:orders.tabs')}
      className="-mx-4 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0"
    >
      <ul className="flex gap-1">
        {TABS.map((tab) => (
          <li key={tab}>
            <LocalizedLink
              to={paths.accountOrders(lang, orderSearch({ ...query, tab, page: 1 }))}
              aria-current={tab === query.tab ? 'page' : undefined}
              className="inline-flex min-h-11 items-center whitespace-nowrap border-b-2 border-transparent px-3 font-medium text-muted hover:text-primary aria-[current]:border-primary aria-[current]:text-primary"
            >
              {t(`account:orders.tab.${tab}`)}
            </LocalizedLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The query of an order list's address: what is at its default is left out. */
export function orderSearch({ tab, period, keyword, page }: Query) {
  return {
    tab: tab === 'all' ? undefined : tab,
    period: period === 'all' ? undefined : period,
    keyword,
    page: page === 1 ? undefined : page,
  };
}
