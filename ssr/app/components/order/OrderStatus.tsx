import type { OrderSummary } from '../../gw/types';
import { useTranslation } from '../../i18n/react';
import { Icon, type IconName } from '../page/Icon';
import { orderState } from './orderState';

type Look = { icon: IconName; className: string };

const WAITING: Look = { icon: 'clock', className: 'bg-warning-soft text-warning' };
const IN_PROGRESS: Look = { icon: 'clock', className: 'bg-primary-soft text-primary-strong' };
const DONE: Look = { icon: 'check', className: 'bg-success-soft text-success' };
const ENDED: Look = { icon: 'info', className: 'bg-mist text-muted' };

const LOOK: Record<OrderSummary['status'], Look> = {
  waiting_payment: WAITING,
  processing: IN_PROGRESS,
  shipped: { ...IN_PROGRESS, icon: 'truck' },
  completed: DONE,
  cancelled: { ...ENDED, icon: 'close' },
  pending_refund: WAITING,
  partially_refunded: ENDED,
  refunded: ENDED,
};

/** Looks of delivered orders, by the state that all their SIMs are in. */
const SIMS: Record<string, Look> = {
  real_name_needed: { ...WAITING, icon: 'alert' },
  ready_to_install: { ...IN_PROGRESS, icon: 'esim' },
  reissuing: WAITING,
  used_up: { ...WAITING, icon: 'info' },
  expired: ENDED,
  deleted: ENDED,
  retired: ENDED,
  unknown: ENDED,
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
