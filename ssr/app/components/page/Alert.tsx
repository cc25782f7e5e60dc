import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon';

export type AlertKind = 'info' | 'success' | 'warning' | 'danger';

const LOOK: Record<AlertKind, { icon: IconName; className: string }> = {
  info: { icon: 'info', className: 'border-primary bg-primary-soft text-primary-strong' },
  success: { icon: 'check', className: 'border-success bg-success-soft text-success' },
  warning: { icon: 'alert', className: 'border-warning bg-warning-soft text-warning' },
  danger: { icon: 'alert', className: 'border-danger bg-danger-soft text-danger' },
};

type Props = { kind: AlertKind; title?: string; children?: ReactNode; live?: boolean };

/** A message box: colour, icon and words together. `live` reads it out when it appears. */
export function Alert({ kind, title, children, live }: Props) {
  const { icon, className } = LOOK[kind];
  return (
    <div
      role={live ? (kind === 'danger' ? 'alert' : 'status') : undefined}
      className={`flex gap-3 rounded-control border px-4 py-3 ${className}`}
    >
      <Icon name={icon} className="mt-0.5 size-5" />
      <div className="min-w-0 flex-1 wrap-anywhere">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="text-ink">{children}</div>}
      </div>
    </div>
  );
}
