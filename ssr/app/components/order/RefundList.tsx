import { useTranslation } from '../../i18n/react';
import type { Order } from '../../gw/types';
import { date, money } from '../../i18n/format';
import { useLang, useShell } from '../../router/page';
import { OrderSection } from './OrderSection';

/** The refunds of an order with their states; nothing without refunds. */
export function RefundList({ refunds, currency }: { refunds: Order['refunds']; currency: string }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useShell().tenant;
  if (refunds.length === 0) return null;
  return (
    <OrderSection id="refunds" title={t('order:refunds.title')}>
      <ul className="grid gap-2">
        {refunds.map((refund, i) => (
          <li key={refund.refundId ?? i} className="flex justify-between gap-4">
            <span>
              {t(`order:refunds.${refund.review ? 'review' : refund.state}`)}
              {refund.reason === 'undelivered' && (
                <span className="block text-14">{t('order:refunds.undelivered')}</span>
              )}
              {refund.createdAt && (
                <span className="block text-14 text-muted">
                  {date(refund.createdAt, lang, timeZone)}
                </span>
              )}
            </span>
            <span className="tabular-nums">
              {money(refund.amount, refund.currency ?? currency, lang)}
            </span>
          </li>
        ))}
      </ul>
    </OrderSection>
  );
}
