import { Form } from 'react-router';
import { useTranslation } from '../../i18n/react';

const FORM = 'number-search';

/**
 * The form that searches for numbers. It is beside the buy form, because forms cannot be nested; its field and button reference it
 * by its id.
 */
export function NumberSearch() {
  return <Form id={FORM} method="get" preventScrollReset />;
}

/** Leads to the next numbers of the pool. */
export function MoreNumbers({ page }: { page: number }) {
  const { t } = useTranslation();
  return (
    <button
      form={FORM}
      type="submit"
      name="numbers"
      value={page}
      className="btn btn-secondary mb-3"
    >
      {t('detail:number.more')}
    </button>
  );
}

/** Digits the number should hold. */
export function NumberSearchField({ keyword }: { keyword: string }) {
  const { t } = useTranslation();
  return (
    <div className="flex gap-2">
      <label className="min-w-0 flex-1">
        <span className="sr-only">{t('detail:number.search')}</span>
        <input
          form={FORM}
          type="search"
          name="number"
          inputMode="numeric"
          maxLength={12}
          defaultValue={keyword}
          placeholder={t('detail:number.search')}
          className="field block"
        />
      </label>
      <button form={FORM} type="submit" className="btn btn-secondary">
        {t('detail:number.find')}
      </button>
    </div>
  );
}
