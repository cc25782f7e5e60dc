import type { Seo } from '../gw/page';
import type { Lang } from '../i18n/lang';

/**
 * Updates the document's head after a navigation; browser only. The title changes at once. The rest is for programs, and its code is
 * fetched with the first navigation; after a failure the next navigation fetches it again.
 */
export function updateHead(seo: Seo, lang: Lang): void {
  // The document was served with this head.
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
