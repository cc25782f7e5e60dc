import type { components } from './schema';

type Schemas = components['schemas'];

export type PageKind = Schemas['PageKind'];
export type Shell = Schemas['Shell'];
export type Seo = Schemas['Seo'];

/** Data of a page by its kind. */
export type PageDataByKind = Schemas['PageDataByKind'];

/** `GET /gw/page/query`: everything one page needs. A union discriminated by `kind`, which determines the type of `data`. */
export type Page<K extends PageKind = PageKind> = {
  [Kind in K]: Omit<Schemas['PageQuery'], 'kind' | 'data'> & {
    kind: Kind;
    data: PageDataByKind[Kind];
  };
}[K];
