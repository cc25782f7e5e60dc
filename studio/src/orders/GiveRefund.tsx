import { useTranslation } from 'react-i18next';
import { amount } from '../catalogue/words';
import { Checkbox } from '../components/Checkbox';
import { Field } from '../components/Field';
import { ReasonForm } from '../components/ReasonForm';
import type { Order } from './types';
import type { Acts } from './useActs';

/** Gives money back: what lines cost, which end with it, or an amount. */
export function GiveRefund({ order, acts }: { order: Order; acts: Acts }) {
  const { t } = useTranslation('studio-orders');
  const { lines, currency, left } = order;
  const errors = acts.errors('refund');
  const open = lines.filter(({ gone }) => !gone);
  return (
    <ReasonForm
      label={t('give.title')}
      reason={t('reason')}
      hint={t('give.reasonHint')}
      error={errors.reason}
      busy={acts.busy('refund')}
      look="danger"
      onSend={(reason, form) =>
        void acts.run('refund', 'refunds', {
          lines: form.getAll('line'),
          amount: form.get('amount'),
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
                {line.no}. {line.name} · {amount(line.refundable, currency)}
              </span>
            </Checkbox>
          ))}
          <p className="text-14 text-muted">{t('give.linesHint')}</p>
        </fieldset>
      )}
      <Field
        name="amount"
        label={t('give.amount', { currency })}
        hint={t('give.amountHint', { left: amount(left, currency) })}
        error={errors.amount}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
      />
    </ReasonForm>
  );
}
