import type { Seo } from '../gw/page';
import type { Lang } from '../i18n/lang';
import { jsonLdTags, headTags } from './tags';

/** Replaces the head elements of the previous page by those of this one; browser only. */
export function applyHead(seo: Seo, lang: Lang): void {
  for (const old of document.querySelectorAll('[data-seo]')) old.remove();
  for (const { tag, attributes, text } of [...headTags(seo, lang), ...jsonLdTags(seo)]) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.toggleAttribute('data-seo', true);
    if (text) element.textContent = text;
    document.head.append(element);
  }
}
