import type { Seo } from '../gw/page';
import type { Lang } from '../i18n/lang';

/**
 * Makes the document's head that of the page just shown; browser only. The title changes at once. The rest is read by
 * programs alone, and its code is fetched with the first navigation: where that does not come, the next one fetches it.
 */
export function updateHead(seo: Seo, lang: Lang): void {
  // The HTML came with this very head: nothing to do until a navigation brings another.
  if (document.title === seo.title && canonical() === (seo.canonical || undefined)) return;
  document.title = seo.title;
  void import('./apply').then(
    ({ applyHead }) => applyHead(seo, lang),
    () => undefined,
  );
}

function canonical(): string | undefined {
  const link = document.head.querySelector('link[rel="canonical"]');
  return link?.getAttribute('href') ?? undefined;
}
