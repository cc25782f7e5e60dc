import { useTranslation } from '../../i18n/react';
import { Form } from 'react-router';
import type { PageDataByKind } from '../../gw/page';
import { money } from '../../i18n/format';
import { useActionErrors, useLang } from '../../router/page';
import { Field, Select } from '../form/Field';
import { FieldError, fieldId } from '../form/FieldError';
import { Submit } from '../form/Submit';
import { Fold } from '../page/Fold';

type Offer = PageDataByKind['order_detail']['refundOffer'];

/** Requests a refund: the lines, their amount and the reason. Shows which lines cannot be refunded and why. */
export function RefundForm({ offer, currency }: { offer: Offer; currency: string }) {
  const { t } = useTranslation();
  const lang = useLang();
  const errors = useActionErrors();
  if (!offer.open) return null;
  const eligible = offer.lines.filter((line) => line.eligible).map(({ lineId }) => lineId);
  // What was picked before a refusal stays picked; a single line is picked to begin with.
  const begin = eligible.length === 1 ? eligible : [];
  const picked = errors.outcome?.ok === false ? (errors.outcome.values['lines'] ?? []) : begin;
  return (
    <Fold
      title={t('order:refund.title')}
      className="no-print rounded-card bg-paper sm:px-6"
      open={errors.failed}
    >
      <Form method="post" className="grid gap-4 pb-4" preventScrollReset noValidate>
        <fieldset>
          <legend className="mb-1 text-14 font-medium">{t('order:refund.lines')}</legend>
          {offer.lines.map((line) => (
            <Line
              key={line.lineId}
              line={line}
              first={line.lineId === eligible[0]}
              picked={picked.includes(line.lineId)}
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
        <Select {...errors.input('reason')} label={t('order:refund.reason')} required>
          <option value="">{t('order:refund.choose')}</option>
          {offer.reasons.map((reason) => (
            <option key={reason} value={reason}>
              {t(`order:refund.reasons.${reason}`)}
            </option>
          ))}
        </Select>
        <Field
          multiline
          {...errors.input('notes')}
          label={t('order:refund.notes')}
          rows={3}
          maxLength={1000}
        />
        <p className="text-14 text-muted">{t('order:refund.method')}</p>
        <Submit intent="refund" label={t('order:refund.action')} look="secondary" />
      </Form>
    </Fold>
  );
}

type LineProps = {
  line: Offer['lines'][number];
  /** Where a complaint about what was picked leads. */
  first: boolean;
  picked: boolean;
  amount: string;
};

function Line({ line, first, picked, amount }: LineProps) {
  return (
    <label className="flex items-start gap-3 py-2">
      <input
        type="checkbox"
        id={first ? fieldId('lines') : undefined}
        name="lines"
        value={line.lineId}
        disabled={!line.eligible}
        defaultChecked={line.eligible && picked}
        className="mt-0.5 size-5 shrink-0 accent-primary"
      />
      <span className="grow">
        {line.name}
        <span className="block text-14 text-muted">{line.message}</span>
      </span>
      <span className="tabular-nums">{amount}</span>
    </label>
  );
}
