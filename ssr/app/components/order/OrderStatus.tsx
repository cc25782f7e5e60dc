import type { OrderSummary } from '../../gw/types';
import { useTranslation } from '../../i18n/react';
import { Icon, type IconName } from '../page/Icon';

type Status = OrderSummary['status'];

const LOOK: Record<Status, { icon: IconName; className: string }> = {
  waiting_payment: { icon: 'clock', className: 'bg-[#fdf3e0] text-warning' },
  processing: { icon: 'clock', className: 'bg-primary-soft text-primary-strong' },
  shipped: { icon: 'truck', className: 'bg-primary-soft text-primary-strong' },
  completed: { icon: 'check', className: 'bg-[#f0f9f4] text-success' },
  cancelled: { icon: 'close', className: 'bg-mist text-muted' },
  pending_refund: { icon: 'clock', className: 'bg-[#fdf3e0] text-warning' },
  partially_refunded: { icon: 'info', className: 'bg-mist text-muted' },
  refunded: { icon: 'info', className: 'bg-mist text-muted' },
};

/** The status of an order as a chip: colour, icon and word. */
export function OrderStatus({ status }: { status: Status }) {
  const { t } = useTranslation();
  const { icon, className } = LOOK[status];
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-3 py-1 text-14 font-medium ${className}`}
    >
      <Icon name={icon} className="size-4" />
      {t(`order:status.${status}`)}
    </span>
  );
}
