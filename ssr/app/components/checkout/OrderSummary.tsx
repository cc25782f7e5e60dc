import { useTranslation } from '../../i18n/react';
import type { PageDataByKind } from '../../gw/page';
import type { Budget } from '../../gw/types';
import { money } from '../../i18n/format';
import { TextLink } from '../../router/LocalizedLink';
import { useLang } from '../../router/page';
import { paths } from '../../router/paths';
import { AmountList } from '../order/AmountList';

type Props = { budget: Budget; source: PageDataByKind['order']['source'] };

/** What is ordered and every amount of it. */
export function OrderSummary({ budget, source }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const inCart = source.kind === 'cart';
  return (
    <>
      <ul className="mb-4 grid gap-3 border-b border-line pb-4">
        {/* Lines have no state, so the index is a sufficient key. */}
        {budget.lines.map((line, at) => (
          <li key={at} className="flex justify-between gap-4">
            <div>
              <p className="font-medium">{line.name}</p>
              <p className="text-14 text-muted">
                {t(`plan:simType.${line.simType}`)} × {line.quantity}
                {line.number && <> · {t('plan:numberIs', { number: line.number })}</>}
                {line.transferPhone && (
                  <> · {t('plan:transferIs', { number: line.transferPhone })}</>
                )}
                {line.startText && <> · {line.startText}</>}
              </p>
              {line.registration && <p className="text-14 text-warning">{line.registration}</p>}
              {source.item?.simId && <p className="text-14 text-muted">{t('checkout:topUp')}</p>}
              {!line.available && (
                <p className="text-14 font-medium text-danger">
                  {line.startDateProblem ?? t('checkout:lineUnavailable')}
                </p>
              )}
            </div>
            {line.available && (
              <p className="tabular-nums">{money(line.lineTotal, budget.currency, lang)}</p>
            )}
          </li>
        ))}
      </ul>
      {!isOrderable(budget) && (
        <div className="mb-4">
          <p>{t(inCart ? 'checkout:cannotBuyInCart' : 'checkout:cannotBuy')}</p>
          <TextLink to={inCart ? paths.cart(lang) : paths.listing(lang)}>
            {t(inCart ? 'checkout:toCart' : 'checkout:toPlans')}
          </TextLink>
        </div>
      )}
      <AmountList amounts={budget} />
    </>
  );
}

/** Whether all lines are available. An unavailable line is in no amount, and an order with one cannot be placed. */
export function isOrderable({ lines }: Budget): boolean {
  return lines.every(({ available }) => available);
}
