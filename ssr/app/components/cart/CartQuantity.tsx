import { useTranslation } from '../../i18n/react';
import { Form } from 'react-router';
import type { CartItem } from '../../gw/types';
import { useBusy } from '../../router/page';

const STEP =
  'grid size-11 place-items-center text-20 font-semibold hover:bg-mist disabled:opacity-40 disabled:hover:bg-transparent';

/** − and + are submit buttons that carry the new quantity; the field between them can be typed into. */
export function CartQuantity({ item }: { item: CartItem }) {
  const { t } = useTranslation();
  const busy = useBusy();
  const { itemId, quantity, maxQuantity, name } = item;
  const id = `quantity-${itemId}`;
  return (
    <Form method="post" preventScrollReset className="flex items-center gap-2">
      {/* Enter in the field presses the first submit button: this one, not the minus. */}
      <button
        type="submit"
        name="intent"
        value="update"
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
      >
        {t('cart:update')}
      </button>
      <input type="hidden" name="itemId" value={itemId} />
      <div className="flex items-center rounded-control border border-[#8593a3] bg-paper">
        <button
          type="submit"
          name="step"
          value={quantity - 1}
          disabled={busy || quantity <= 1}
          aria-label={t('cart:less', { name })}
          className={STEP}
        >
          −
        </button>
        <label htmlFor={id} className="sr-only">
          {t('cart:quantityOf', { name })}
        </label>
        <input
          key={quantity}
          id={id}
          name="quantity"
          type="number"
          inputMode="numeric"
          min="1"
          max={Math.max(maxQuantity, 1)}
          defaultValue={quantity}
          required
          onBlur={({ currentTarget: field }) => {
            const changed = field.value !== String(quantity);
            if (changed && field.checkValidity()) field.form?.requestSubmit();
          }}
          className="h-11 w-14 bg-transparent text-center [-moz-appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none"
        />
        <button
          type="submit"
          name="step"
          value={quantity + 1}
          disabled={busy || quantity >= maxQuantity}
          aria-label={t('cart:more', { name })}
          className={STEP}
        >
          +
        </button>
      </div>
    </Form>
  );
}
