import type { ReactNode } from 'react';
import type { TFunction } from 'i18next';
import { Form, useSearchParams } from 'react-router';
import { Button } from './Button';

type Props = {
  /** Of the area, which has `list.search`, `list.show`, `list.filters.*`, `list.site` and `list.go`. */
  t: TFunction;
  filters: readonly string[];
  /** The filter of an address that names none. */
  initial?: string;
  counts: Record<string, number | undefined>;
  /** The choice of a site. */
  children: ReactNode;
};

/** Narrows a list by words, by a filter and by a site; the address has all three. */
export function ListSearch({ t, filters, initial = 'all', counts, children }: Props) {
  const [query] = useSearchParams();
  const state = query.get('state') ?? initial;
  return (
    <Form role="search" className="mt-6 flex flex-wrap items-end gap-3">
      <label className="grid gap-1 text-14 font-medium max-sm:w-full">
        {t('list.search')}
        <input
          className="field"
          type="search"
          name="q"
          defaultValue={query.get('q') ?? ''}
          maxLength={200}
        />
      </label>
      <label className="grid gap-1 text-14 font-medium max-sm:w-full">
        {t('list.show')}
        <select className="field" name="state" defaultValue={state} key={state}>
          {filters.map((name) => (
            <option key={name} value={name}>
              {t(`list.filters.${name}`, { count: counts[name] ?? 0 })}
            </option>
          ))}
        </select>
      </label>
      <label className="grid gap-1 text-14 font-medium max-sm:w-full">
        {t('list.site')}
        {children}
      </label>
      <Button look="secondary">{t('list.go')}</Button>
    </Form>
  );
}
