import { useTranslation } from '../../i18n/react';
import { Form } from 'react-router';
import type { PageDataByKind } from '../../gw/page';
import { money } from '../../i18n/format';
import { useActionErrors, useBusy, useLang } from '../../router/page';
import { Field } from '../form/Field';
import { FieldError, fieldId, invalidProps } from '../form/FieldError';
import { Fold } from '../page/Fold';
import { unpressable } from '../form/unpressable';

type Offer = PageDataByKind['order_detail']['refundOffer'];

/** Asks for money back: what of the order, how much that is, why. Shows what cannot come back and why not. */
export function RefundForm({ offer, currency }: { offer: Offer; currency: string }) {
  const { t } = useTranslation();
  const lang = useLang();
  const busy = useBusy();
  const errors = useActionErrors();
  if (!offer.open) return null;
  return (
    <Fold
      title={t('order:refund.title')}
      className="no-print rounded-card bg-paper sm:px-6"
      open={errors.failed}
    >
      <Form method="post" className="grid gap-4 pb-4" preventScrollReset noValidate>
        <fieldset>
          <legend className="mb-1 text-14 font-medium">{t('order:refund.lines')}</legend>
          {offer.lines.map((line, i) => (
            <Line
              key={line.lineId}
              line={line}
              first={i === 0}
              amount={money(line.amount, currency, lang)}
            />
          ))}
          <FieldError name="lines" message={errors.field('lines')} />
        </fieldset>
        {offer.freight > 0 && (
          <p className="text-14 text-muted">
            {t('order:refund.freight', { amount: money(offer.freight, currency, lang) })}
          </p>
        )}
        <div>
          <label htmlFor={fieldId('reason')} className="mb-1 block text-14 font-medium">
            {t('order:refund.reason')}
          </label>
          <select
            id={fieldId('reason')}
            name="reason"
            required
            defaultValue={errors.value('reason')}
            className="field block"
            {...invalidProps('reason', errors.field('reason'))}
          >
            <option value="">{t('order:refund.choose')}</option>
            {offer.reasons.map((reason) => (
              <option key={reason} value={reason}>
                {t(`order:refund.reasons.${reason}`)}
              </option>
            ))}
          </select>
          <FieldError name="reason" message={errors.field('reason')} />
        </div>
        <Field
          multiline
          name="notes"
          label={t('order:refund.notes')}
          rows={3}
          maxLength={1000}
          defaultValue={errors.value('notes')}
          error={errors.field('notes')}
        />
        <p className="text-14 text-muted">{t('order:refund.method')}</p>
        <button
          type="submit"
          name="intent"
          value="refund"
          {...unpressable(busy)}
          className="btn btn-secondary"
        >
          {t('order:refund.action')}
        </button>
      </Form>
    </Fold>
  );
}

type LineProps = { line: Offer['lines'][number]; first: boolean; amount: string };

function Line({ line, first, amount }: LineProps) {
  const { t } = useTranslation();
  const errors = useActionErrors();
  const note = line.message ?? (line.review ? t('order:refund.review') : t('order:refund.atOnce'));
  // What was picked before a refusal stays picked; a single line is picked to begin with.
  const picked = errors.outcome?.ok === false ? errors.outcome.values['lines'] : undefined;
  return (
    <label className="flex items-start gap-3 py-2">
      <input
        type="checkbox"
        id={first ? fieldId('lines') : undefined}
        name="lines"
        value={line.lineId}
        disabled={!line.eligible}
        defaultChecked={line.eligible && (picked?.includes(line.lineId) ?? true)}
        className="mt-0.5 size-5 shrink-0 accent-primary"
      />
      <span className="grow">
        {line.name}
        <span className="block text-14 text-muted">{note}</span>
      </span>
      <span className="tabular-nums">{amount}</span>
    </label>
  );
}
