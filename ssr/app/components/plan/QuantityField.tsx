import { useId, useRef } from 'react';
import { useTranslation } from '../../i18n/react';
import { ariaDisabled } from '../form/ariaDisabled';
import { setInputValue, useDomValue } from '../form/useDomValue';

type Props = { name: string; max: number; initial?: number };

const STEP =
  'grid size-11 place-items-center text-20 font-semibold hover:bg-mist aria-disabled:text-muted aria-disabled:opacity-50 scriptless:hidden no-app:invisible';

/** A number field with − and + beside it; the buttons need scripts, the field does not. What it holds is in the document. */
export function QuantityField({ name, max, initial = 1 }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const within = (quantity: number) => Math.min(Math.max(quantity, 1), max);
  const value = within(
    useDomValue(field, (input) => Math.trunc(Number(input.value)) || 1, initial),
  );
  const step = (by: number) => setInputValue(field.current!, String(within(value + by)));
  return (
    <div className="flex items-center justify-between gap-4">
      <label htmlFor={id} className="font-medium">
        {t('common:quantity.label')}
      </label>
      <div className="flex items-center rounded-control border border-control">
        <button
          type="button"
          className={STEP}
          aria-label={t('common:quantity.less')}
          onClick={() => step(-1)}
          {...ariaDisabled(value <= 1)}
        >
          −
        </button>
        <input
          ref={field}
          id={id}
          name={name}
          type="number"
          inputMode="numeric"
          min="1"
          max={max}
          required
          defaultValue={initial}
          className="h-11 w-14 appearance-none bg-transparent text-center [-moz-appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none"
        />
        <button
          type="button"
          className={STEP}
          aria-label={t('common:quantity.more')}
          onClick={() => step(1)}
          {...ariaDisabled(value >= max)}
        >
          +
        </button>
      </div>
    </div>
  );
}
