import type { TFunction } from 'i18next';
import { useTranslation } from '../../i18n/react';
import type { Budget } from '../../gw/types';
import { money } from '../../i18n/format';
import { useLang } from '../../router/page';

type Row = { key: string; label: string; amount: number };

/** Every amount that makes up the total, by name; they add up to the last line. */
export function AmountList({ amounts }: { amounts: Budget }) {
  const { t } = useTranslation();
  const lang = useLang();
  const price = (amount: number) => money(amount, amounts.currency, lang);
  const free = (row: Row) => row.key === 'shipping' && row.amount === 0;
  return (
    <dl className="grid gap-2">
      {amountRows(amounts, t).map((row) => (
        <div
          key={row.key}
          className={`flex justify-between gap-4 ${row.key === 'freight' ? 'text-14 text-muted' : ''}`}
        >
          <dt>{row.label}</dt>
          <dd className={`tabular-nums ${row.amount < 0 ? 'text-success' : ''}`}>
            {free(row) ? t('plan:amount.free') : price(row.amount)}
          </dd>
        </div>
      ))}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-3">
        <dt className="font-semibold">{t(`plan:amount.total${estimated(amounts)}`)}</dt>
        <dd className="text-24 font-semibold tabular-nums">{price(amounts.orderTotal)}</dd>
      </div>
      {amounts.prepaidAmount > 0 && (
        <div className="flex justify-between gap-4 text-14 text-muted">
          <dt>{t('plan:amount.prepaid')}</dt>
          <dd className="tabular-nums">{price(amounts.prepaidAmount)}</dd>
        </div>
      )}
    </dl>
  );
}

/** Part of the texts' names while no country is known, on which the freight depends. */
const estimated = ({ freightEstimated }: Budget) => (freightEstimated ? 'Estimate' : '');

/** The rows above the total. Exported for its test: with the deposit they sum up to `orderTotal`. */
export function amountRows(amounts: Budget, t: TFunction): Row[] {
  const { subtotal, discountAmount, shipping, freightAmount, tax, numberSelectionFee } = amounts;
  // The contract's deposit is part of the total but not of any other amount.
  const named = subtotal - discountAmount + shipping + tax + numberSelectionFee;
  const deposit = amounts.orderTotal - named;
  const rows: Row[] = [];
  const add = (key: string, amount: number, code = '') =>
    rows.push({ key, label: t(`plan:amount.${key}`, { code }), amount });
  add('subtotal', subtotal);
  for (const { applied, kind, amount, code } of amounts.discounts)
    if (applied) add(kind, -amount, code);
  if (amounts.needsAddress) {
    add(`shipping${estimated(amounts)}`, shipping);
    if (freightAmount !== shipping) add('freight', freightAmount);
  }
  add('tax', tax);
  if (numberSelectionFee > 0) add('number', numberSelectionFee);
  if (deposit > 0) add('deposit', deposit);
  return rows;
}
