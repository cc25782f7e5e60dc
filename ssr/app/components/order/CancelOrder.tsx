import { Form } from 'react-router';
import { useTranslation } from '../../i18n/react';
import { Check } from '../form/Check';
import { Submit } from '../form/Submit';
import { useFormErrors } from '../form/useFormErrors';
import { Fold } from '../page/Fold';

/** Cancels an unpaid order after the shopper has confirmed it. */
export function CancelOrder({ orderNo }: { orderNo: string }) {
  const { t } = useTranslation();
  const errors = useFormErrors(orderNo);
  const name = confirmName(orderNo);
  return (
    <Fold
      title={t('order:cancel.title')}
      className="no-print rounded-card bg-paper sm:px-6 [&>summary]:text-danger"
      open={errors.failed}
    >
      <Form method="post" className="grid justify-items-start gap-2 pb-4" preventScrollReset>
        <input type="hidden" name="orderNo" value={orderNo} />
        <Check name={name} error={errors.field(name)} required>
          {t('order:cancel.confirm')}
        </Check>
        <Submit intent="cancel" label={t('order:cancel.action')} look="secondary" />
      </Form>
    </Fold>
  );
}

/** Name of the box that confirms the cancelling of an order; there may be several on a page. */
export function confirmName(orderNo: string): string {
  return `confirm.${orderNo}`;
}
