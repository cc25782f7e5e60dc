import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useTranslation } from '../../i18n/react';
import type { CartItem } from '../../gw/types';
import { useActionErrors } from '../../router/page';
import { useHydrated } from '../../state/hydrated';
import { CART_FORM, quantityFields } from './cartForm';
import { useQuantity } from './useQuantity';

const STEP =
  'grid size-11 place-items-center text-20 font-semibold hover:bg-mist disabled:opacity-40 aria-disabled:opacity-40 aria-disabled:hover:bg-transparent';

/**
 * Quantity field with − and +. It belongs to the one form of all quantities, so that every button also submits the other
 * quantities that were typed and not saved.
 */
export function CartQuantity({ item }: { item: CartItem }) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const errors = useActionErrors();
  const { quantity, error, set } = useQuantity(item);
  const { itemId, maxQuantity, name } = item;
  const max = Math.max(maxQuantity, 1);
  const fields = quantityFields(itemId);
  const field = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const id = `quantity-${itemId}`;

  const before = useRef(quantity);
  useEffect(() => {
    // What was typed meanwhile stays, also what was typed before React was there.
    const input = field.current!;
    if (input.value === String(before.current) && before.current !== quantity)
      input.value = String(quantity);
    before.current = quantity;
  }, [quantity]);

  const step = (by: number) => {
    const typed = Math.trunc(Number(field.current!.value));
    const wanted = (typed >= 1 ? typed : quantity) + by;
    const next = Math.min(Math.max(wanted, 1), max);
    field.current!.value = String(next);
    // The most may have been typed a moment ago and not be saved yet.
    setOver(wanted > max);
    void set(next);
  };
  const save = () => {
    const typed = field.current!;
    setOver(typed.validity.rangeOverflow);
    if (typed.checkValidity() && typed.value !== String(quantity)) void set(Number(typed.value));
  };
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    field.current!.reportValidity();
    save();
  };
  const stepper = (by: 1 | -1) => {
    const end = by < 0 ? quantity <= 1 : quantity >= maxQuantity;
    return {
      type: 'submit' as const,
      form: CART_FORM,
      name: 'step',
      value: `${itemId} ${by}`,
      formNoValidate: true,
      className: STEP,
      // A disabled button would lose the focus.
      ...(hydrated ? { 'aria-disabled': end || undefined } : { disabled: end }),
      onClick: (event: MouseEvent) => {
        event.preventDefault();
        if (!end) step(by);
        else if (by > 0) setOver(true);
      },
    };
  };
  return (
    <div>
      <input type="hidden" form={CART_FORM} name={fields.shown} value={item.quantity} />
      <div className="inline-flex items-center rounded-control border border-control bg-paper">
        <button {...stepper(-1)} aria-label={t('cart:less', { name })}>
          −
        </button>
        <label htmlFor={id} className="sr-only">
          {t('cart:quantityOf', { name })}
        </label>
        <input
          ref={field}
          id={id}
          form={CART_FORM}
          name={fields.field}
          type="number"
          inputMode="numeric"
          min="1"
          max={max}
          defaultValue={errors.failed ? errors.value(fields.field, String(quantity)) : quantity}
          required
          onBlur={save}
          onKeyDown={enter}
          className="h-11 w-14 bg-transparent text-center [-moz-appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none"
        />
        <button {...stepper(1)} aria-label={t('cart:more', { name })}>
          +
        </button>
      </div>
      {over && (
        <p role="alert" className="mt-1 text-14 text-danger">
          {t('cart:atMost', { count: max })}
        </p>
      )}
      {error && (
        <p role="alert" className="mt-1 text-14 text-danger">
          {Object.values(error.fields)[0] || error.message || t('common:unavailable')}
        </p>
      )}
    </div>
  );
}
