import { useTranslation } from '../i18n/react';
import type { PageDataByKind } from '../gw/page';
import { money } from '../i18n/format';
import { useLang } from '../router/page';
import { FieldError, fieldId } from './FieldError';

type Props = {
  numbers: NonNullable<PageDataByKind['detail']['numbers']>;
  selected: string;
  error?: string;
};

/** Numbers to choose from; special ones name their fee. */
export function NumberPicker({ numbers, selected, error }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <fieldset id={fieldId('numberId')} className="mt-4">
      <legend className="mb-1 font-medium">{t('detail:number.title')}</legend>
      <p className="mb-2 text-14 text-muted">{t('detail:number.hint')}</p>
      <div className="grid max-h-64 gap-2 overflow-y-auto p-0.5">
        {numbers.map(({ numberId, number, fee, currency }) => (
          <label
            key={numberId}
            className="flex min-h-11 items-center gap-3 rounded-control border border-line px-3 has-checked:border-primary has-checked:bg-primary-soft"
          >
            <input
              type="radio"
              name="numberId"
              value={numberId}
              defaultChecked={numberId === selected}
              className="size-5 accent-primary"
            />
            <span className="flex-1 font-semibold tabular-nums">{number}</span>
            <span className="text-14 text-muted">
              {fee > 0
                ? t('detail:number.fee', { fee: money(fee, currency, lang) })
                : t('detail:number.free')}
            </span>
          </label>
        ))}
      </div>
      <FieldError name="numberId" message={error} />
    </fieldset>
  );
}
