import { useId, useState } from 'react';
import { useTranslation } from '../../i18n/react';

type Props = { name: string; max: number; initial?: number };

const STEP =
  'grid size-11 place-items-center text-20 font-semibold hover:bg-mist disabled:text-muted disabled:opacity-50 no-js:hidden no-app:invisible';

/** A number field with − and + beside it; the buttons need scripts, the field does not. */
export function QuantityField({ name, max, initial = 1 }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState(String(initial));
  const value = Math.min(Math.max(Math.trunc(Number(text)) || 1, 1), max);
  return (
    <div className="flex items-center justify-between gap-4">
      <label htmlFor={id} className="font-medium">
        {t('common:quantity.label')}
      </label>
      <div className="flex items-center rounded-control border border-[#8593a3]">
        <button
          type="button"
          className={STEP}
          disabled={value <= 1}
          aria-label={t('common:quantity.less')}
          onClick={() => setText(String(value - 1))}
        >
          −
        </button>
        <input
          id={id}
          name={name}
          type="number"
          inputMode="numeric"
          min="1"
          max={max}
          required
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="h-11 w-14 appearance-none bg-transparent text-center [-moz-appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none"
        />
        <button
          type="button"
          className={STEP}
          disabled={value >= max}
          aria-label={t('common:quantity.more')}
          onClick={() => setText(String(value + 1))}
        >
          +
        </button>
      </div>
    </div>
  );
}
