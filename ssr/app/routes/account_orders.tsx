import { useLocation } from 'react-router';
import { AccountFrame } from '../components/account/AccountFrame';
import { trimmed } from '../components/form/formText';
import { Claimed, GuestOrders } from '../components/order/GuestOrders';
import { OrderCard } from '../components/order/OrderCard';
import type { FormExtra } from '../components/form/useFormErrors';
import { OrderFilters } from '../components/order/OrderFilters';
import { OrderTabs, orderSearch } from '../components/order/OrderTabs';
import { Alert } from '../components/page/Alert';
import { Empty } from '../components/page/Empty';
import { Pagination } from '../components/page/Pagination';
import { useTranslation } from '../i18n/react';
import { LocalizedLink } from '../router/LocalizedLink';
import { type PageAction, type PageHandle, type PageProps, seeOther } from '../router/module';
import { useActionErrors, useLang } from '../router/page';
import { paths } from '../router/paths';

export const handle: PageHandle = { i18n: ['account', 'order', 'plan'] };

export const action: PageAction = async (args) => {
  const { form, lang, url } = args;
  if (form.get('form') === 'claim') {
    const { claimOrders } = await import('../components/order/claimOrders');
    return claimOrders(args);
  }
  const { cancelOrder } = await import('../components/order/orderActions');
  const outcome = await cancelOrder(args);
  if (outcome instanceof Response || !outcome.ok) return outcome;
  const query = Object.fromEntries(url.searchParams);
  return seeOther(paths.accountOrders(lang, { ...query, cancelled: trimmed(form, 'orderNo') }));
};

export function Component({ page }: PageProps<'account_orders'>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { query, list } = page.data;
  const errors = useActionErrors<FormExtra>();
  const cancelled = new URLSearchParams(useLocation().search).get('cancelled');
  const pages = Math.ceil(list.total / list.pageSize);
  return (
    <AccountFrame section="orders" title={t('account:orders.title')}>
      <Claimed />
      <GuestOrders offer={page.data.guestOrders} />
      <OrderTabs query={query} />
      <OrderFilters query={query} />
      {errors.failed && errors.extra.form !== 'claim' && (
        <Alert kind="danger" live>
          {errors.message}
        </Alert>
      )}
      {cancelled && !errors.failed && (
        <Alert kind="success" live>
          {t('account:orders.cancelled', { orderNo: cancelled })}
        </Alert>
      )}
      {list.items.length === 0 ? (
        <NoOrders filtered={query.tab !== 'all' || query.period !== 'all' || !!query.keyword} />
      ) : (
        <div className="grid gap-4">
          <p className="text-14 text-muted">{t('account:orders.count', { count: list.total })}</p>
          {list.items.map((order) => (
            <OrderCard key={order.orderNo} order={order} />
          ))}
        </div>
      )}
      <Pagination
        page={list.page}
        pages={pages}
        hrefOf={(page) => paths.accountOrders(lang, orderSearch({ ...query, page }))}
      />
    </AccountFrame>
  );
}

function NoOrders({ filtered }: { filtered: boolean }) {
  const { t } = useTranslation();
  const lang = useLang();
  const kind = filtered ? 'nothing' : 'empty';
  return (
    <Empty
      icon={filtered ? 'search' : 'order'}
      title={t(`account:orders.${kind}.title`)}
      text={t(`account:orders.${kind}.text`)}
    >
      <LocalizedLink
        to={filtered ? paths.accountOrders(lang) : paths.listing(lang)}
        className="btn btn-primary"
      >
        {t(`account:orders.${kind}.action`)}
      </LocalizedLink>
    </Empty>
  );
}
