import { useTranslation } from '../../i18n/react';
import type { Order } from '../../gw/types';
import { LANG_CODES, type Lang } from '../../i18n/lang';
import { useLang, useShell } from '../../router/page';
import { Icon } from '../page/Icon';
import { AmountList } from './AmountList';
import { OrderLines } from './OrderLines';
import { OrderSection } from './OrderSection';

/** What was ordered and what it costs; once it is paid, a receipt to keep. */
export function OrderReceipt({ order, paid }: { order: Order; paid?: boolean }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { tenant } = useShell();
  return (
    <OrderSection id="ordered" title={t(paid ? 'order:receipt.title' : 'order:summary')}>
      <OrderLines order={order} />
      <div className="mt-4">
        <AmountList amounts={order.amounts} />
      </div>
      <p className="mt-4 text-14 text-muted">
        {t('order:receipt.paidBy', { method: t(`order:method.${order.paymentMethod}`) })}
      </p>
      <p className="text-14 text-muted">
        {t('order:receipt.seller', { brand: tenant.name, email: tenant.supportEmail })}
      </p>
      {paid && (
        <p className="no-print mt-4 flex flex-wrap gap-3">
          <a
            href={receiptHref(order.orderNo, lang)}
            download
            className="btn btn-secondary max-sm:grow"
          >
            {t('order:receipt.download')}
          </a>
          <button
            type="button"
            onClick={() => window.print()}
            className="btn btn-secondary max-sm:grow scriptless:hidden no-app:invisible"
          >
            <Icon name="print" />
            {t('order:print')}
          </button>
        </p>
      )}
    </OrderSection>
  );
}

// A file of the gateway, not a page of the shop. Numbers of orders are letters and digits.
function receiptHref(orderNo: string, lang: Lang): string {
  return `/gw/cq-ordercharge/order/receipt?orderNo=${orderNo}&langId=${LANG_CODES[lang].langId}`;
}
