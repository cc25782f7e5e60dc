import { Form } from 'react-router';
import { useTranslation } from '../i18n/react';
import { Check } from './Check';
import { Submit } from './Submit';
import { useFormErrors } from './useFormErrors';

/** Cancels an unpaid order after the shopper has confirmed it. */
export function CancelOrder({ orderNo }: { orderNo: string }) {
  const { t } = useTranslation();
  const errors = useFormErrors(orderNo);
  const name = confirmName(orderNo);
  return (
    <details
      className="no-print rounded-card border border-line bg-paper px-4 sm:px-6"
      open={errors.failed || undefined}
    >
      <summary className="flex min-h-12 items-center font-medium text-danger">
        {t('order:cancel.title')}
      </summary>
      <Form method="post" className="grid justify-items-start gap-2 pb-4" preventScrollReset>
        <input type="hidden" name="orderNo" value={orderNo} />
        <Check name={name} error={errors.field(name)} required>
          {t('order:cancel.confirm')}
        </Check>
        <Submit intent="cancel" label={t('order:cancel.action')} look="secondary" />
      </Form>
    </details>
  );
}

/** Name of the box that confirms the cancelling of an order; there may be several on a page. */
export function confirmName(orderNo: string): string {
  return `confirm.${orderNo}`;
}
