import type { ListingQuery } from '../../gw/types';
import type { Query } from '../../router/paths';

/** Filters with one value each, in the order they are shown. */
export const CHOICES = ['simType', 'data', 'days', 'voice', 'networkType'] as const;
export type Choice = (typeof CHOICES)[number];

/** The query of a listing URL: what is at its default is left out. */
export function listingSearch(query: ListingQuery, change: Partial<ListingQuery> = {}): Query {
  const next = { ...query, ...change };
  return {
    keyword: next.keyword,
    countries: next.countries,
    ...Object.fromEntries(CHOICES.map((name) => [name, next[name]])),
    sort: next.sort === DEFAULT_SORT ? undefined : next.sort,
    page: next.page > 1 ? next.page : undefined,
  };
}

/** What the box for all destinations has in the place of a code. */
export const ALL = 'ALL';

// All of them, when their box was ticked beside others; the others, when they were.
function chosenCountries(form: FormData): string[] {
  const codes = form.getAll('countries').map(String);
  const all = codes.includes(ALL) && form.get('kept') !== ALL;
  return all ? [] : codes.filter((code) => code !== ALL);
}

/** The same from the filter form; a changed filter starts at the first page. */
export function formSearch(form: FormData): Query {
  const text = (name: string) => String(form.get(name) ?? '');
  const sort = text('sort');
  return {
    keyword: text('keyword'),
    countries: chosenCountries(form),
    ...Object.fromEntries(CHOICES.map((name) => [name, text(name)])),
    sort: sort === String(DEFAULT_SORT) ? undefined : sort,
  };
}

/** How many filters narrow the list; a keyword is the destinations that it names. */
export function filterCount(query: ListingQuery): number {
  const chosen = CHOICES.filter((name) => query[name]).length;
  return chosen + (query.countries.length || (query.keyword ? 1 : 0));
}

/** Whether a keyword alone narrows the list: no filter is chosen that could be left out. */
export function isSearchOnly(query: ListingQuery): boolean {
  return Boolean(query.keyword) && filterCount(query) === 1;
}

/** 1 price up, 2 price down, 3 newest, 4 popularity. */
export const SORTS = [1, 2, 3, 4] as const;
const DEFAULT_SORT = 1;
