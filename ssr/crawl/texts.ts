import { attributes, unescape } from './head';

const TEXT_ATTRIBUTES = ['alt', 'aria-label', 'placeholder', 'title'];
const HIDDEN_ELEMENTS = /^(noscript|template)$/;
const CODE = /<(script|style)\b[\s\S]*?<\/\1>/g;
const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
const TOKEN = /<!--[\s\S]*?-->|<![^>]*>|<(\/?)([a-zA-Z][\w-]*)((?:"[^"]*"|[^">])*)>|[^<]+/g;

/**
 * Reads what a page shows or a screen reader says, its title, its description and what is shown where it is shared, without
 * the elements that say that they are in another language. The HTML must close its elements, as that of React does.
 */
export function readTexts(html: string): string[] {
  const found: string[] = [];
  /** The open elements, and whether the texts in each are left out. */
  const open: { name: string; skipped: boolean }[] = [];
  let own: string | undefined;
  const add = (text: string) => found.push(unescape(text).replace(/\s+/g, ' ').trim());
  for (const [token, end, tag, rest] of html.replace(CODE, '').matchAll(TOKEN)) {
    const skipped = open.at(-1)?.skipped ?? false;
    const name = tag?.toLowerCase();
    if (!name) {
      if (!skipped && !token.startsWith('<!')) add(token);
    } else if (end) {
      while (open.length > 0 && open.pop()!.name !== name);
    } else {
      const at = attributes(rest!);
      own ??= at.lang;
      const skip =
        skipped || HIDDEN_ELEMENTS.test(name) || (at.lang !== undefined && at.lang !== own);
      if (!skip) for (const key of TEXT_ATTRIBUTES) add(at[key] ?? '');
      if (name === 'meta' && (at.name === 'description' || at.property?.startsWith('og:'))) {
        add(at.content ?? '');
      }
      if (!VOID.test(name) && !rest!.endsWith('/')) open.push({ name, skipped: skip });
    }
  }
  return found.filter(Boolean);
}
