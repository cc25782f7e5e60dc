import type { Seo } from '../gw/page';
import { langOfPath } from '../i18n/lang';
import { safeJson } from './json';
import { headTags } from './tags';

/** Makes the document's head that of the page just shown; browser only. */
export function applyHead(seo: Seo): void {
  const lang = langOfPath(location.pathname);
  // The HTML came with this very head: nothing to do until a navigation brings another.
  if (document.title === seo.title && canonical() === (seo.canonical || undefined)) return;
  document.title = seo.title;
  for (const old of document.querySelectorAll('[data-seo]')) old.remove();
  for (const { tag, attributes } of headTags(seo, lang)) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.toggleAttribute('data-seo', true);
    document.head.append(element);
  }
  for (const facts of seo.jsonLd) {
    const script = document.createElement('script');
    script.type = 'application/ld+json';
    script.textContent = safeJson(facts);
    script.toggleAttribute('data-seo', true);
    document.head.append(script);
  }
}

function canonical(): string | undefined {
  const link = document.head.querySelector('link[rel="canonical"]');
  return link?.getAttribute('href') ?? undefined;
}
