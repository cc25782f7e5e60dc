import type { TFunction } from 'i18next';
import { useTranslation } from '../../i18n/react';
import { useEffect } from 'react';
import { Form, useFetcher, useSubmit } from 'react-router';
import type { CartItem } from '../../gw/types';
import { money, zonedTime } from '../../i18n/format';
import { LocalizedLink } from '../../router/LocalizedLink';
import { useLang, useShell } from '../../router/page';
import { paths } from '../../router/paths';
import type { ActionDone, ActionFailure } from '../../router/module';
import { confirmBox, notify } from '../../state/store';
import { Flags } from '../page/Flags';
import { Icon } from '../page/Icon';
import { CartQuantity } from './CartQuantity';
import { CartStart } from './CartStart';

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
          <p className="text-right sm:row-span-2">
            <span className="font-semibold">{money(item.lineTotal, currency, lang)}</span>
            {item.numberFee !== undefined && item.numberFee > 0 && (
              <span className="block text-14 text-muted">
                {t('cart:numberFee', { fee: money(item.numberFee, currency, lang) })}
              </span>
            )}
            {item.deposit !== undefined && (
              <span className="block text-14 text-muted">
                {t('cart:deposit', { amount: money(item.deposit, currency, lang) })}
              </span>
            )}
            {item.quantity > 1 && (
              <span className="block text-14 text-muted">
                {t('cart:each', { price: money(item.unitPrice, currency, lang) })}
              </span>
            )}
          </p>
          <p className="flex flex-wrap items-center gap-2 self-start text-14 text-muted max-sm:col-span-2">
            <Flags codes={(item.destinations ?? []).map((place) => place.code)} />
            <span>{t(`plan:simType.${item.simType}`)}</span>
            {item.days !== undefined && <span>{t('plan:days', { count: item.days })}</span>}
            {item.number && <span>{t('cart:number', { number: item.number })}</span>}
            {item.transferPhone && (
              <span>{t('cart:transfer', { number: item.transferPhone })}</span>
            )}
          </p>
        </div>
        {item.device && <p className="text-14 text-muted">{item.device.message}</p>}
        {item.registration && <p className="mt-1 text-14 text-warning">{item.registration}</p>}
        {item.startDates && <CartStart item={item} days={item.startDates} />}
        {item.heldUntil && (
          <p className="text-14 text-warning">
            {t('cart:heldUntil', { time: zonedTime(item.heldUntil, lang, timeZone) })}
          </p>
        )}
        <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
          {item.available ? (
            <CartQuantity item={item} />
          ) : (
            <p className="flex items-center gap-1.5 text-14 font-medium text-danger">
              <Icon name="alert" className="size-4" />
              {unavailable(item, t)}
            </p>
          )}
          {!item.available && !item.numberLost && item.maxQuantity > 0 && (
            <CartQuantity item={item} />
          )}
          <RemoveButton item={item} />
        </div>
      </div>
    </li>
  );
}

function unavailable(item: CartItem, t: TFunction) {
  if (item.numberLost) return t('cart:numberLost');
  if (item.startDateProblem) return item.startDateProblem;
  if (item.maxQuantity > 0 && item.maxQuantity < item.quantity)
    return t('cart:onlyLeft', { count: item.maxQuantity });
  return t('cart:unavailable');
}

// Without scripts nobody can be asked, and the press is the answer.
function RemoveButton({ item }: { item: CartItem }) {
  const { t } = useTranslation();
  const submit = useSubmit();
  const ask = async (form: HTMLFormElement) => {
    const fields = new FormData(form);
    const sure = await confirmBox(t('cart:removeSure', { name: item.name }));
    if (sure) await submit(fields, { method: 'post', preventScrollReset: true });
  };
  return (
    <Form
      method="post"
      preventScrollReset
      className="ml-auto"
      onSubmit={(event) => {
        event.preventDefault();
        void ask(event.currentTarget);
      }}
    >
      <input type="hidden" name="itemId" value={item.itemId} />
      <input type="hidden" name="intent" value="remove" />
      <button
        type="submit"
        aria-label={t('cart:removeItem', { name: item.name })}
        className="min-h-11 px-2 text-14 text-muted underline hover:text-danger"
      >
        {t('cart:remove')}
      </button>
    </Form>
  );
}

// Selecting is a toggle button drawn as a check box: one press, no extra "apply".
function SelectBox({ item }: { item: CartItem }) {
  const { t } = useTranslation();
  const fetcher = useFetcher<ActionDone | ActionFailure>();
  const { data } = fetcher;
  useEffect(() => {
    if (data && !data.ok && data.code !== 'unavailable') notify(data.message);
  }, [data]);
  const selected = item.selected && item.available;
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="itemId" value={item.itemId} />
      <input type="hidden" name="selected" value={selected ? '0' : '1'} />
      <CheckButton
        name="intent"
        value="select"
        checked={selected}
        disabled={!item.available}
        label={t('cart:selectItem', { name: item.name })}
      />
    </fetcher.Form>
  );
}

type CheckProps = {
  name: string;
  value: string;
  checked: boolean;
  disabled?: boolean;
  label: string;
};

/** A submit button that looks and speaks like a check box. */
export function CheckButton({ name, value, checked, disabled, label }: CheckProps) {
  return (
    <button
      type="submit"
      name={name}
      value={value}
      disabled={disabled}
      aria-pressed={checked}
      aria-label={label}
      className="-m-2.5 grid size-11 place-items-center disabled:opacity-40"
    >
      <span
        className={`grid size-6 place-items-center rounded-md border-2 ${checked ? 'border-primary bg-primary text-white' : 'border-control bg-paper'}`}
      >
        {checked && <Icon name="check" className="size-4" />}
      </span>
    </button>
  );
}
