import { useTranslation } from '../../i18n/react';
import { SORTS } from './listingQuery';

/** How many plans were found, read out when it changes, and their order. Part of the filter form. */
export function ResultBar({ total, sort }: { total: number; sort: number }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <output aria-live="polite" className="font-medium">
        {t('listing:count', { count: total })}
      </output>
      <div className="hidden-until-page-end flex flex-wrap items-center gap-x-2">
        <label htmlFor="sort" className="text-14 text-muted">
          {t('listing:sort.label')}
        </label>
        <select id="sort" name="sort" defaultValue={sort} className="field max-w-full w-auto!">
          {SORTS.map((value) => (
            <option key={value} value={value}>
              {t(`listing:sort.${value}`)}
            </option>
          ))}
        </select>
        {/* The filters have a button too, so this one may go before the boot script says that it runs. */}
        <button type="submit" className="btn btn-secondary js:hidden scripted:hidden">
          {t('listing:sort.apply')}
        </button>
      </div>
    </div>
  );
}
