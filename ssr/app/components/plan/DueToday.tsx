import type { RefObject } from 'react';
import type { Goods } from '../../gw/types';
import { money } from '../../i18n/format';
import { useTranslation } from '../../i18n/react';
import { useLang } from '../../router/page';
import { useDomValue } from '../form/useDomValue';
import { contractText, isMonthly } from './planText';

/** What a monthly plan costs when it is ordered, in minor units. */
type Due = { total: number; firstMonth: number; deposit: number; fee: number };

/**
 * What is due for what the form holds: a first month and a deposit for each, and the fee of the number that was picked.
 * @param quantity how many, as the server rendered it
 * @param fee of the number, as the server rendered it
 */
export function useDue(
  form: RefObject<HTMLFormElement | null>,
  each: { price: number; deposit: number },
  quantity: number,
  fee = 0,
): Due {
  const count = useDomValue(form, (inputs) => Number(valueOf(inputs, 'quantity')) || 1, quantity);
  const extra = useDomValue(
    form,
    (inputs) => Number(inputs.querySelector<HTMLElement>('[data-fee]:checked')?.dataset.fee ?? 0),
    fee,
  );
  const firstMonth = each.price * count;
  const deposit = each.deposit * count;
  return { total: firstMonth + deposit + extra, firstMonth, deposit, fee: extra };
}

function valueOf(form: HTMLFormElement, name: string): string {
  return form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value ?? '';
}

/** What is paid today and then each month of a contract, side by side, what today's sum is made of, and for how long the plan runs. */
export function DueToday({ goods, due }: { goods: Goods; due: Due }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { currency, contractPeriod } = goods;
  const amount = (minor: number) => money(minor, currency, lang);
  const parts = [t('detail:due.firstMonth', { amount: amount(due.firstMonth) })];
  if (due.deposit > 0) parts.push(t('detail:due.deposit', { amount: amount(due.deposit) }));
  if (due.fee > 0) parts.push(t('detail:due.number', { amount: amount(due.fee) }));
  return (
    <>
      <dl className="flex flex-wrap justify-between gap-x-4 gap-y-1 [&_dd]:font-semibold [&_dt]:text-14">
        <div>
          <dt>{t('detail:due.today')}</dt>
          <dd className="text-32 leading-tight">{amount(due.total)}</dd>
        </div>
        {isMonthly(contractPeriod) && (
          <div>
            <dt>{t('detail:due.then')}</dt>
            <dd className="text-24 leading-[2.5rem]">{amount(due.firstMonth)}</dd>
          </div>
        )}
      </dl>
      <p className="mt-1 text-14 text-muted">
        {parts.length > 1 && (
          <>
            {parts.join(' + ')}
            <br />
          </>
        )}
        {contractText(contractPeriod ?? '', t, 'contract')}
      </p>
    </>
  );
}
