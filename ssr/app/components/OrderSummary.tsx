import { useTranslation } from '../i18n/react';
import type { Budget } from '../gw/types';
import { money } from '../i18n/format';
import { useLang } from '../router/page';
import { AmountList } from './AmountList';

type Props = {
  budget: Budget;
  /** More for a SIM that the shopper has, not a new one. */
  topUp: boolean;
};

/** What is ordered and every amount of it. */
export function OrderSummary({ budget, topUp }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <>
      <ul className="mb-4 grid gap-3 border-b border-line pb-4">
        {budget.lines.map((line) => (
          <li
            key={`${line.goodsId} ${line.simType} ${line.numberId ?? ''} ${line.transferPhone ?? ''}`}
            className="flex justify-between gap-4"
          >
            <div>
              <p className="font-medium">{line.name}</p>
              <p className="text-14 text-muted">
                {t(`plan:simType.${line.simType}`)} × {line.quantity}
                {line.number && <> · {t('plan:numberIs', { number: line.number })}</>}
                {line.transferPhone && (
                  <> · {t('plan:transferIs', { number: line.transferPhone })}</>
                )}
              </p>
              {topUp && <p className="text-14 text-muted">{t('checkout:topUp')}</p>}
              {!line.available && (
                <p className="text-14 font-medium text-danger">{t('checkout:lineUnavailable')}</p>
              )}
            </div>
            <p className="tabular-nums">{money(line.lineTotal, budget.currency, lang)}</p>
          </li>
        ))}
      </ul>
      <AmountList amounts={budget} />
    </>
  );
}
