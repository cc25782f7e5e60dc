import { useTranslation } from '../i18n/react';
import type { Order } from '../gw/types';
import { money } from '../i18n/format';
import { useLang } from '../router/page';

/** Lines of an order with what has become of each. */
export function OrderLines({ order }: { order: Order }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { currency } = order.amounts;
  // Nothing becomes of what is not paid for.
  const paid = order.status !== 'waiting_payment' && order.status !== 'cancelled';
  return (
    <ul>
      {order.items.map((item) => (
        <li
          key={item.lineId}
          className="flex flex-wrap justify-between gap-x-4 gap-y-1 border-b border-line py-3 first:pt-0"
        >
          <div>
            <p className="font-medium">{item.name}</p>
            <p className="text-14 text-muted">
              {t(`plan:simType.${item.simType}`)} × {item.quantity}
              {item.number && <> · {t('plan:numberIs', { number: item.number })}</>}
              {item.transferPhone && <> · {t('plan:transferIs', { number: item.transferPhone })}</>}
              {item.simCardNumber && (
                <> · {t('order:install.iccid', { last4: item.simCardNumber })}</>
              )}
            </p>
            {item.device && <p className="text-14 text-muted">{item.device.message}</p>}
          </div>
          <div className="text-right">
            <p className="tabular-nums">{money(item.unitPrice * item.quantity, currency, lang)}</p>
            {paid && <p className="text-14 text-muted">{t(`order:line.${item.state}`)}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
