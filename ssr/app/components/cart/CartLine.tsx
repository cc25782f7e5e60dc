import type { TFunction } from 'i18next';
import type { CartItem } from '../../gw/types';
import { zonedTime } from '../../i18n/format';
import { useTranslation } from '../../i18n/react';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang, useShell } from '../../router/page';
import { paths } from '../../router/paths';
import { Flags } from '../page/Flags';
import { Icon } from '../page/Icon';
import { CartQuantity } from './CartQuantity';
import { CartStartDate } from './CartStartDate';
import { LinePrice } from './LinePrice';
import { RemoveButton } from './RemoveButton';
import { SelectBox } from './SelectBox';

/** A line of the cart. Every control is a form of its own, so that it works without scripts. */
export function CartLine({ item, currency }: { item: CartItem; currency: string }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useShell().tenant;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 border-b border-line p-4 last:border-0 sm:gap-x-4">
      <SelectBox item={item} />
      <div className="min-w-0">
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
          <h2 className="font-semibold">
            {item.group ? (
              <LocalizedLink
                to={paths.detail(lang, item.group, item.goodsId)}
                className="hover:text-primary hover:underline"
              >
                {item.name}
              </LocalizedLink>
            ) : (
              item.name
            )}
          </h2>
          <LinePrice item={item} currency={currency} />
          <LineFacts item={item} />
        </div>
        {item.device && <p className="text-14 text-muted">{item.device.message}</p>}
        {item.registration && <p className="mt-1 text-14 text-warning">{item.registration}</p>}
        {item.startDates && <CartStartDate item={item} days={item.startDates} />}
        {item.heldUntil && (
          <p className="text-14 text-warning">
            {t('cart:heldUntil', { time: zonedTime(item.heldUntil, lang, timeZone) })}
          </p>
        )}
        <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
          {!item.available && (
            <p className="flex items-center gap-1.5 text-14 font-medium text-danger">
              <Icon name="alert" className="size-4" />
              {unavailable(item, t)}
            </p>
          )}
          {(item.available || (!item.numberLost && item.maxQuantity > 0)) && (
            <CartQuantity item={item} />
          )}
          <RemoveButton item={item} />
        </div>
      </div>
    </li>
  );
}

// Where a plan works, on what SIM, for how long, with which number.
function LineFacts({ item }: { item: CartItem }) {
  const { t } = useTranslation();
  return (
    <p className="flex flex-wrap items-center gap-2 self-start text-14 text-muted max-sm:col-span-2">
      <Flags codes={(item.destinations ?? []).map((place) => place.code)} />
      <span>{t(`plan:simType.${item.simType}`)}</span>
      {item.days !== undefined && <span>{t('plan:days', { count: item.days })}</span>}
      {!item.startDates && item.startText && <span>{item.startText}</span>}
      {item.number && <span>{t('cart:number', { number: item.number })}</span>}
      {item.transferPhone && <span>{t('cart:transfer', { number: item.transferPhone })}</span>}
    </p>
  );
}

function unavailable(item: CartItem, t: TFunction) {
  if (item.numberLost) return t('cart:numberLost');
  if (item.startDateProblem) return item.startDateProblem;
  if (item.maxQuantity > 0 && item.maxQuantity < item.quantity)
    return t('cart:onlyLeft', { count: item.maxQuantity });
  return t('cart:unavailable');
}
