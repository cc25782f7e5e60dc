import type { ReactNode } from 'react';
import type { TFunction } from 'i18next';
import { Form, useSearchParams } from 'react-router';
import { Button } from './Button';
import { Field, Select } from './Field';

type Props = {
  /** Translates the keys of the area, which has `list.search`, `list.show`, `list.filters.*`, `list.site` and `list.go`. */
  t: TFunction;
  filters: readonly string[];
  /** The filter when the address has none. */
  initial?: string;
  counts: Record<string, number | undefined>;
  /** The site whose list it is, by its number. */
  site: string;
  /** The sites to choose from, as options. */
  children: ReactNode;
};

/** The search form of a list: words, a filter and a site, all kept in the address. */
export function ListSearch({ t, filters, initial = 'all', counts, site, children }: Props) {
  const [query] = useSearchParams();
  const state = query.get('state') ?? initial;
  return (
    <Form role="search" className="mt-6 flex flex-wrap items-end gap-3">
      <Field
        className="max-sm:w-full"
        label={t('list.search')}
        type="search"
        name="q"
        defaultValue={query.get('q') ?? ''}
        maxLength={200}
      />
      <Select
        className="max-sm:w-full"
        label={t('list.show')}
        name="state"
        defaultValue={state}
        key={`state ${state}`}
      >
        {filters.map((name) => (
          <option key={name} value={name}>
            {t(`list.filters.${name}`, { count: counts[name] ?? 0 })}
          </option>
        ))}
      </Select>
      <Select
        className="max-sm:w-full"
        label={t('list.site')}
        name="site"
        defaultValue={site}
        key={`site ${site}`}
      >
        {children}
      </Select>
      <Button look="secondary">{t('list.go')}</Button>
    </Form>
  );
}
