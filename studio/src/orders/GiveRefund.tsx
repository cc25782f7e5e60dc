import { useTranslation } from 'react-i18next';
import { formatAmount } from '../catalogue/format';
import { Checkbox } from '../components/Checkbox';
import { Field } from '../components/Field';
import { ReasonForm } from '../components/ReasonForm';
import type { Order } from './types';
import type { OrderActions } from './useOrderActions';

/** Refunds lines, which ends them, or an amount. In an order that cost nothing, lines end without a refund. */
export function GiveRefund({ order, acts }: { order: Order; acts: OrderActions }) {
  const { t } = useTranslation('studio-orders');
  const { lines, currency, left } = order;
  const free = order.total === 0;
  const act = free ? 'end' : 'refund';
  const errors = acts.errors(act);
  const open = lines.filter(({ gone }) => !gone);
  return (
    <ReasonForm
      label={t(free ? 'give.freeTitle' : 'give.title')}
      reason={t('reason')}
      hint={t('give.reasonHint')}
      error={errors.reason}
      busy={acts.busy(act)}
      look="danger"
      onSend={(reason, form) =>
        void acts.run(act, 'refunds', {
          lines: form.getAll('line'),
          amount: form.get('amount') ?? '',
          reason,
          left,
        })
      }
    >
      {open.length > 0 && (
        <fieldset className="grid gap-1">
          <legend className="mb-1 text-14 font-medium">{t('give.lines')}</legend>
          {open.map((line) => (
            <Checkbox key={line.id} name="line" value={line.id}>
              <span className="min-w-0 wrap-anywhere">
                {[`${line.no}. ${line.name}`, !free && formatAmount(line.refundable, currency)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </Checkbox>
          ))}
          <p className="text-14 text-muted">{t('give.linesHint')}</p>
          {free && <p className="text-14 text-muted">{t('give.freeHint')}</p>}
          {free && errors.amount && <p className="text-14 text-danger">{errors.amount}</p>}
        </fieldset>
      )}
      {!free && (
        <Field
          name="amount"
          label={t('give.amount', { currency })}
          hint={t('give.amountHint', { left: formatAmount(left, currency) })}
          error={errors.amount}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
        />
      )}
    </ReasonForm>
  );
}
