import { Form } from 'react-router';
import { useTranslation } from '../../i18n/react';
import type { PageDataByKind } from '../../gw/page';
import { zonedTime } from '../../i18n/format';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang, useShell } from '../../router/page';
import { paths } from '../../router/paths';
import { Submit } from '../form/Submit';
import { Alert, type AlertKind } from '../page/Alert';
import { cancelledAs, refundProgressOf, type CancelledAs, type RefundProgress } from './orderEnd';
import { contentOf, notRefunded } from './orderState';
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
  | 'arrived'
  | 'done'
  | 'ended'
  | 'review'
  | 'lateRefund'
  | CancelledAs
  | RefundProgress;

// The other steps are warnings.
const KIND: Partial<Record<Next, AlertKind>> = {
  toppedUp: 'success',
  arrived: 'success',
  done: 'success',
  refunded: 'success',
  wait: 'info',
  adding: 'info',
  pack: 'info',
  ship: 'info',
  review: 'info',
  refundAsked: 'info',
  refund: 'info',
  endedFree: 'info',
};

// States of a SIM whose plan has ended.
const ENDED_STATES = ['used_up', 'expired', 'deleted', 'retired'];

/** The next step of an order, at the top of the page. Nothing when the steps of an eSIM show it. */
export function NextStep({ data }: { data: Data }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useShell().tenant;
  const { order } = data;
  const next = nextStepOf(data);
  const { stateText, simPath }: Partial<Data['order']['items'][number]> =
    notRefunded(order.items).find(({ topUp }) => topUp) ?? {};
  const shownBySteps =
    data.install.some(({ timeline }) => timeline) && (next === 'done' || next === 'ended');
  if (next === 'install' || shownBySteps) return null;
  if (next === 'register')
    return <RegisterFirst orderNo={order.orderNo} {...order.registration!} />;
  const ways: Partial<Record<Next, string | undefined>> = {
    toppedUp: simPath,
    pay: paths.payment(lang, order.orderNo),
    ended: paths.orderSims(lang, order.orderNo),
    arrived: paths.service(lang, 'activation'),
    cancelled: paths.listing(lang),
    expired: paths.listing(lang),
  };
  const way = ways[next];
  const cancelled = order.status === 'cancelled';
  return (
    <Alert kind={KIND[next] ?? 'warning'} title={t(`order:next.${next}.title`)}>
      <p>
        {(next === 'toppedUp' && stateText) ||
          t(`order:next.${next}.text`, {
            time: zonedTime(order.payBefore, lang, timeZone),
            email: order.contact.email,
          })}
      </p>
      <div className="no-print mt-3 flex flex-wrap gap-3 empty:hidden">
        {cancelled && (
          <Form method="post">
            <Submit intent="again" label={t('order:again')} />
          </Form>
        )}
        {way && (
          <LocalizedLink to={way} className={`btn btn-${cancelled ? 'secondary' : 'primary'}`}>
            {t(`order:next.${next}.action`)}
          </LocalizedLink>
        )}
      </div>
    </Alert>
  );
}

/** The next step of an order: what the shopper can do, or waits for. */
export function nextStepOf({ order, install, canPay }: Data): Next {
  if (order.lateRefund) return 'lateRefund';
  switch (order.status) {
    case 'waiting_payment':
      if (order.held) return 'review';
      return canPay ? 'pay' : 'wait';
    case 'cancelled':
      return cancelledAs(order);
  }
  const refunding = refundProgressOf(order);
  if (refunding) return refunding;
  if (order.held) return 'review';
  if (order.items.length > 0 && contentOf(order.items) === 'topUp')
    return order.items.some(isAwaited) ? 'adding' : 'toppedUp';
  // What may not be used yet is registered first.
  if (order.registration) return 'register';
  // An eSIM that can be installed comes before a parcel that can only be waited for.
  if (install.some((kit) => canBeInstalled(kit, order.items))) return 'install';
  if (install.some((kit) => !kit.ready && !kit.erasedAt)) return 'wait';
  if (order.items.some((item) => hasEnded(item, install))) return 'ended';
  if (order.status === 'completed')
    return order.items.some(({ simStates }) => simStates?.includes('shipped')) ? 'arrived' : 'done';
  if (order.shippingInfo) {
    return order.status === 'shipped' || order.shippingInfo.trackingNumber ? 'ship' : 'pack';
  }
  return install.length > 0 ? 'done' : 'wait';
}

/** Whether the shopper waits for something that takes seconds to minutes: a delivery, or an immediate refund. */
export function isShortWait(next: Next): boolean {
  return next === 'wait' || next === 'adding' || next === 'refund' || next === 'undelivered';
}

function isAwaited({ state }: Data['order']['items'][number]) {
  return state === 'preparing' || state === 'delayed';
}

/** Whether an eSIM is not installed yet and its plan has not ended. */
function canBeInstalled(
  { lineId, ready, state }: Data['install'][number],
  items: Data['order']['items'],
) {
  const states = items.find((item) => item.lineId === lineId)?.simStates;
  return ready && state === 'released' && (!states || states.includes('ready_to_install'));
}

/** Whether a plan of the line has ended and its data are not erased yet. */
function hasEnded(
  { lineId, simStates = [] }: Data['order']['items'][number],
  kits: Data['install'],
) {
  const erased = kits.some((kit) => kit.lineId === lineId && kit.erasedAt);
  return !erased && simStates.some((state) => ENDED_STATES.includes(state));
}
