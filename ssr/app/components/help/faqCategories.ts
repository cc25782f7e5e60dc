import type { Faq } from '../../gw/types';

export type FaqCategory = { id: string; name: string; items: Faq[] };

/** Questions under their categories, both in the order in which they came. */
export function faqCategories(items: readonly Faq[]): FaqCategory[] {
  const found = new Map<string, Faq[]>();
  for (const item of items) {
    const known = found.get(item.category);
    if (known) known.push(item);
    else found.set(item.category, [item]);
  }
  // Names are of any script: a number makes a safe fragment.
  return [...found].map(([name, list], i) => ({ id: `category-${i + 1}`, name, items: list }));
}
