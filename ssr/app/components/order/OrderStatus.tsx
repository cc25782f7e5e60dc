import type { OrderSummary } from '../../gw/types';
import { useTranslation } from '../../i18n/react';
import { Icon, type IconName } from '../page/Icon';
import { orderState } from './orderState';

type Look = { icon: IconName; className: string };

const WAITS: Look = { icon: 'clock', className: 'bg-warning-soft text-warning' };
const GOES_ON: Look = { icon: 'clock', className: 'bg-primary-soft text-primary-strong' };
const DONE: Look = { icon: 'check', className: 'bg-success-soft text-success' };
const OVER: Look = { icon: 'info', className: 'bg-mist text-muted' };

const LOOK: Record<OrderSummary['status'], Look> = {
  waiting_payment: WAITS,
  processing: GOES_ON,
  shipped: { ...GOES_ON, icon: 'truck' },
  completed: DONE,
  cancelled: { ...OVER, icon: 'close' },
  pending_refund: WAITS,
  partially_refunded: OVER,
  refunded: OVER,
};

/** Looks of delivered orders, by the state that all their SIMs are in. */
const SIMS: Record<string, Look> = {
  real_name_needed: { ...WAITS, icon: 'alert' },
  ready_to_install: { ...GOES_ON, icon: 'esim' },
  reissuing: WAITS,
  used_up: { ...WAITS, icon: 'info' },
  expired: OVER,
  deleted: OVER,
  retired: OVER,
  unknown: OVER,
};

/** The state of an order as a chip with colour, icon and text, the same as on the order's page. */
export function OrderStatus({ order }: { order: OrderSummary }) {
  const { t } = useTranslation();
  const { icon, className } = lookOf(order);
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-3 py-1 text-14 font-medium ${className}`}
    >
      <Icon name={icon} className="size-4" />
      {orderState(order, t)}
    </span>
  );
}

function lookOf({ status, items }: OrderSummary): Look {
  const [sims, ...others] = new Set(items.flatMap(({ simStates }) => simStates ?? []));
  const alike = status === 'completed' && sims && others.length === 0;
  return (alike && SIMS[sims]) || LOOK[status];
}
