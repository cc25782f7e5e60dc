import type { PageSnippet, TitleOverrides } from './types';
import type { Lang } from '../i18n';

const PLACEHOLDER = /\{\{-?\s*([A-Za-z0-9_]+)\s*(?:,[^}]*)?\}\}/g;

/** Fills in the placeholders of a text; undefined when one has no value: such a text is not shown. */
function fill(text: string, values: Record<string, string>): string | undefined {
  for (const [, name] of text.matchAll(PLACEHOLDER)) if (!values[name!]) return undefined;
  return text.replace(PLACEHOLDER, (_, name: string) => values[name]!);
}

/** Computes the title and description that search engines will see, as the server does. */
export function previewSnippet(page: PageSnippet, words: TitleOverrides, lang: Lang) {
  const upper = lang === 'zh' ? 'Zh' : 'En';
  const title = fill(words[`title${upper}`].trim(), page.values);
  const description = fill(words[`description${upper}`].trim(), page.values);
  const brand = page.values.brand ?? '';
  return {
    title: !title ? page.below.title : title.includes(brand) ? title : title + page.suffix,
    description: description || page.below.description,
  };
}
