import type { TFunction } from 'i18next';
import { useTranslation } from '../../i18n/react';
import type { Order } from '../../gw/types';
import { money } from '../../i18n/format';
import { useLang } from '../../router/page';
import { lineState, orderState } from './orderState';

/** Lines of an order with the state of each. */
export function OrderLines({ order }: { order: Order }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { currency } = order.amounts;
  // The lines of an unpaid order have no state.
  const paid = order.status !== 'waiting_payment' && order.status !== 'cancelled';
  return (
    <ul>
      {order.items.map((item) => (
        <li
          key={item.lineId}
          className="flex justify-between gap-4 border-b border-line py-3 first:pt-0"
        >
          <div className="min-w-0">
            <p className="font-medium">{item.name}</p>
            <p className="text-14 text-muted">
              {[
                `${t(`plan:simType.${item.simType}`)} × ${item.quantity}`,
                item.number && t('plan:numberIs', { number: item.number }),
                item.transferPhone && t('plan:transferIs', { number: item.transferPhone }),
                item.startText,
                item.simCardNumber &&
                  t('order:install.iccid', { last4: cards(item.simCardNumber, t) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {/* An unsure verdict asks for input that this page does not take. */}
            {item.device && item.device.verdict !== 'unsure' && (
              <p className="text-14 text-muted">{item.device.message}</p>
            )}
          </div>
          <div className="shrink-0 text-right">
            <p className="tabular-nums">{money(item.unitPrice * item.quantity, currency, lang)}</p>
            {paid && lineState(item, t) !== orderState(order, t) && (
              <p className="text-14 text-muted">{lineState(item, t)}</p>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

// The ends of several cards' numbers, listed as the language lists.
function cards(ends: string, t: TFunction): string {
  return ends.split(', ').join(t('plan:listSeparator'));
}
