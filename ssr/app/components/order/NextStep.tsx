import { useTranslation } from '../../i18n/react';
import type { PageDataByKind } from '../../gw/page';
import { zonedTime } from '../../i18n/format';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang, useShell } from '../../router/page';
import { paths } from '../../router/paths';
import { Alert, type AlertKind } from '../page/Alert';
import { boughtOf } from './orderState';
import { RegisterFirst } from './RegisterFirst';

type Data = PageDataByKind['order_detail'];
export type Next =
  | 'pay'
  | 'register'
  | 'install'
  | 'wait'
  | 'adding'
  | 'toppedUp'
  | 'pack'
  | 'ship'
  | 'done'
  | 'ended'
  | 'cancelled'
  | 'expired'
  | 'returned'
  | 'review'
  | 'refundAsked'
  | 'refund'
  | 'refunded'
  | 'undelivered'
  | 'undeliveredPaid'
  | 'lateRefund';

const KIND: Record<Exclude<Next, 'register'>, AlertKind> = {
  pay: 'warning',
  install: 'success',
  wait: 'info',
  adding: 'info',
  toppedUp: 'success',
  pack: 'info',
  ship: 'info',
  done: 'success',
  ended: 'warning',
  cancelled: 'warning',
  expired: 'warning',
  returned: 'warning',
  review: 'info',
  refundAsked: 'info',
  refund: 'info',
  refunded: 'success',
  undelivered: 'warning',
  undeliveredPaid: 'warning',
  lateRefund: 'warning',
};

// States of a SIM on which nothing is left that could be used.
const OVER = new Set(['used_up', 'expired', 'deleted', 'retired']);

const ENDED: Record<string, Next> = { payment: 'returned', expired: 'expired' };

/** The one thing to do now, before anything else on the page. */
export function NextStep({ data }: { data: Data }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useShell().tenant;
  const { order } = data;
  const next = nextOf(data);
  const [{ stateText, simPath } = {}] = order.items.filter(({ topUp }) => topUp);
  if (next === 'register')
    return <RegisterFirst orderNo={order.orderNo} {...order.registration!} />;
  return (
    <Alert kind={KIND[next]} title={t(`order:next.${next}.title`)}>
      <p>
        {(next === 'toppedUp' && stateText) ||
          t(`order:next.${next}.text`, {
            time: zonedTime(order.payBefore, lang, timeZone),
            email: order.contact.email,
          })}
      </p>
      {next === 'toppedUp' && simPath && (
        <LocalizedLink to={simPath} className="btn btn-primary no-print mt-3">
          {t('order:next.toppedUp.action')}
        </LocalizedLink>
      )}
      {next === 'pay' && (
        <LocalizedLink
          to={paths.payment(lang, order.orderNo)}
          className="btn btn-primary no-print mt-3"
        >
          {t('order:next.pay.action')}
        </LocalizedLink>
      )}
      {next === 'install' && (
        <LocalizedLink
          to={paths.install(lang, order.orderNo)}
          className="btn btn-primary no-print mt-3"
        >
          {t('order:next.install.action')}
        </LocalizedLink>
      )}
      {next === 'ended' && (
        <LocalizedLink
          to={paths.orderSims(lang, order.orderNo)}
          className="btn btn-primary no-print mt-3"
        >
          {t('order:next.ended.action')}
        </LocalizedLink>
      )}
      {(next === 'cancelled' || next === 'expired') && (
        <LocalizedLink to={paths.listing(lang)} className="btn btn-primary no-print mt-3">
          {t('order:next.cancelled.action')}
        </LocalizedLink>
      )}
    </Alert>
  );
}

/** What the shopper can do, or is waiting for. */
export function nextOf({ order, install, canPay }: Data): Next {
  if (order.lateRefund) return 'lateRefund';
  switch (order.status) {
    case 'waiting_payment':
      if (order.held) return 'review';
      return canPay ? 'pay' : 'wait';
    case 'cancelled':
      return ENDED[order.cancelReason ?? ''] ?? 'cancelled';
    case 'pending_refund':
      if (order.refunds.some(({ review }) => review)) return 'refundAsked';
      return undelivered(order) ? 'undelivered' : 'refund';
    case 'refunded':
      return undelivered(order) ? 'undeliveredPaid' : 'refunded';
  }
  if (order.held) return 'review';
  if (order.items.length > 0 && boughtOf(order.items) === 'topUp')
    return order.status === 'processing' ? 'adding' : 'toppedUp';
  // What may not be used yet is registered first.
  if (order.registration) return 'register';
  // An eSIM that can be installed comes before a parcel that can only be waited for.
  if (install.some((kit) => waits(kit, order.items))) return 'install';
  if (install.some((kit) => !kit.ready && !kit.erasedAt)) return 'wait';
  if (order.items.some((item) => isOver(item, install))) return 'ended';
  if (order.status === 'completed') return 'done';
  if (order.shippingInfo) {
    return order.status === 'shipped' || order.shippingInfo.trackingNumber ? 'ship' : 'pack';
  }
  return install.length > 0 ? 'done' : 'wait';
}

/** Whether an eSIM waits to be installed, and not in vain: its plan may have ended before. */
function waits({ lineId, ready, state }: Data['install'][number], items: Data['order']['items']) {
  const states = items.find((item) => item.lineId === lineId)?.simStates;
  return ready && state === 'released' && (!states || states.includes('ready_to_install'));
}

/** Whether a plan of the line is over, and not so long ago that all about it was erased. */
function isOver({ lineId, simStates = [] }: Data['order']['items'][number], kits: Data['install']) {
  const erased = kits.some((kit) => kit.lineId === lineId && kit.erasedAt);
  return !erased && simStates.some((state) => OVER.has(state));
}

/** Whether money went back because the shop could not deliver in time. */
function undelivered({ refunds }: Data['order']): boolean {
  return refunds.some(({ reason }) => reason === 'undelivered');
}
