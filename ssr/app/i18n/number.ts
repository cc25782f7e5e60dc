import type { Lang } from './lang';

/** Language tag that numbers are written by. */
export const NUMBER_TAG: Record<Lang, string> = { en: 'en-US', zh: 'zh-CN' };

// Built once per shape: constructing an Intl formatter costs more than the page around it.
const cache = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

/** Returns the cached formatter of this key, or makes it. */
export function cached<T extends Intl.NumberFormat | Intl.DateTimeFormat>(
  key: string,
  make: () => T,
): T {
  let found = cache.get(key);
  if (!found) {
    found = make();
    cache.set(key, found);
  }
  return found as T;
}

/** A number with the digit groups of the language: `1,015`. */
export function number(value: number, lang: Lang): string {
  return cached(`number ${lang}`, () => new Intl.NumberFormat(NUMBER_TAG[lang])).format(value);
}
