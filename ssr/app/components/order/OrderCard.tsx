import type { OrderSummary } from '../../gw/types';
import { money, zonedTime } from '../../i18n/format';
import { useTranslation } from '../../i18n/react';
import { LocalizedLink, TextLink } from '../../router/LocalizedLink';
import { useLang, useShell } from '../../router/page';
import { paths } from '../../router/paths';
import { CancelOrder } from './CancelOrder';
import { lineState, orderState } from './orderState';
import { OrderStatus } from './OrderStatus';

/** An order in a list: its items, its state and its actions. */
export function OrderCard({ order }: { order: OrderSummary }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useShell().tenant;
  const {
    orderNo,
    status,
    orderTime,
    payBefore,
    items,
    orderTotal,
    currency,
    trackingNumber,
    delay,
    registration,
  } = order;
  const waits = status === 'waiting_payment';
  // The lines of an unpaid order have no state.
  const paid = !waits && status !== 'cancelled';
  const state = orderState(order, t);
  return (
    <article aria-labelledby={`order-${orderNo}`} className="card">
      <header className="hidden-until-complete flex flex-wrap items-start justify-between gap-2 border-b border-line pb-3">
        <div className="min-w-0">
          <h2 id={`order-${orderNo}`} className="font-semibold">
            <LocalizedLink
              to={paths.orderDetail(lang, orderNo)}
              className="-my-3 inline-block py-3 wrap-anywhere hover:underline"
            >
              {t('account:orders.number', { orderNo })}
            </LocalizedLink>
          </h2>
          <time dateTime={orderTime} className="text-14 text-muted">
            {zonedTime(orderTime, lang, timeZone)}
          </time>
        </div>
        <OrderStatus order={order} />
      </header>
      <ul className="grid gap-1 py-3">
        {/* Lines have no state, so the index is a sufficient key. */}
        {items.map((item, at) => (
          <li key={at}>
            {item.name}{' '}
            <span className="text-14 text-muted">
              {t(`plan:simType.${item.simType}`)} × {item.quantity}
              {item.startText && <> · {item.startText}</>}
              {paid && lineState(item, t) !== state && <> · {lineState(item, t)}</>}
            </span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          <span className="text-muted">{t('account:orders.total')} </span>
          <span className="font-semibold tabular-nums">{money(orderTotal, currency, lang)}</span>
        </p>
        <div className="flex flex-wrap gap-2 max-sm:w-full">
          <LocalizedLink
            to={paths.orderDetail(lang, orderNo)}
            className="btn btn-secondary max-sm:flex-1"
          >
            {t(trackingNumber ? 'account:orders.track' : 'account:orders.view')}
          </LocalizedLink>
          {waits && (
            <LocalizedLink
              to={paths.payment(lang, orderNo)}
              className="btn btn-primary max-sm:flex-1"
            >
              {t('account:orders.pay')}
            </LocalizedLink>
          )}
        </div>
      </div>
      {waits && (
        <p className="mt-2 text-14 text-warning">
          {t('account:orders.payBefore', { time: zonedTime(payBefore, lang, timeZone) })}
        </p>
      )}
      {delay && (
        <p className="mt-2 text-14 text-warning">
          {t(`account:orders.${delay.overdue ? 'overdue' : 'delayed'}`, {
            time: zonedTime(delay.refundAt, lang, timeZone),
          })}
        </p>
      )}
      {registration && (
        <p className="mt-2 text-14 text-warning">
          {t(`order:register.${registration.state}.title`)}{' '}
          <TextLink to={paths.orderDetail(lang, orderNo)} className="text-inherit">
            {t('order:register.how')}
          </TextLink>
        </p>
      )}
      {trackingNumber && (
        <p className="mt-2 text-14 text-muted">
          {t('account:orders.trackingNumber', { number: trackingNumber })}
        </p>
      )}
      {order.cancellable && (
        <div className="mt-4">
          <CancelOrder orderNo={orderNo} />
        </div>
      )}
    </article>
  );
}
