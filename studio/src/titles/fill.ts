import type { Shown, Words } from './types';
import type { Lang } from '../i18n';

const PLACEHOLDER = /\{\{-?\s*([A-Za-z0-9_]+)\s*(?:,[^}]*)?\}\}/g;

/** A text with its placeholders filled in; undefined where one has no value, and then it is not shown. */
function fill(text: string, values: Record<string, string>): string | undefined {
  for (const [, name] of text.matchAll(PLACEHOLDER)) if (!values[name!]) return undefined;
  return text.replace(PLACEHOLDER, (_, name: string) => values[name]!);
}

/** What a search engine will show of a page, as the server makes it of what is typed. */
export function preview(page: Shown, words: Words, lang: Lang) {
  const upper = lang === 'zh' ? 'Zh' : 'En';
  const title = fill(words[`title${upper}`].trim(), page.values);
  const description = fill(words[`description${upper}`].trim(), page.values);
  const brand = page.values.brand ?? '';
  return {
    title: !title ? page.below.title : title.includes(brand) ? title : title + page.suffix,
    description: description || page.below.description,
  };
}
