import type { Seo } from '../gw/page';
import { LANG_FACTS, LANGS, type Lang } from '../i18n/lang';
import { escapeHtml, safeJson } from './json';

/** One head element: its tag and attributes. `data-seo` marks what a navigation replaces. */
export type HeadTag = { tag: 'meta' | 'link'; attributes: Record<string, string> };

/** The head elements of a page, in a fixed order; both sides build them from this list. */
export function headTags(seo: Seo, lang: Lang): HeadTag[] {
  const tags: HeadTag[] = [];
  const meta = (key: 'name' | 'property', name: string, content: string | undefined) => {
    if (content) tags.push({ tag: 'meta', attributes: { [key]: name, content } });
  };
  meta('name', 'description', seo.description);
  meta('name', 'robots', seo.robots);
  if (seo.canonical) {
    tags.push({ tag: 'link', attributes: { rel: 'canonical', href: seo.canonical } });
  }
  for (const { hreflang, href } of seo.alternates) {
    tags.push({ tag: 'link', attributes: { rel: 'alternate', hreflang, href } });
  }
  meta('property', 'og:title', seo.title);
  meta('property', 'og:description', seo.description);
  meta('property', 'og:type', seo.og.type);
  meta('property', 'og:url', seo.canonical);
  meta('property', 'og:image', seo.og.image);
  meta('property', 'og:locale', LANG_FACTS[lang].locale);
  for (const other of LANGS) {
    if (other !== lang) meta('property', 'og:locale:alternate', LANG_FACTS[other].locale);
  }
  meta('name', 'twitter:card', seo.og.image ? 'summary_large_image' : 'summary');
  return tags;
}

/** What only programs read; none of them follows a navigation, so the browser does without. */
function programTags({ markdown, og }: Seo): HeadTag[] {
  const facts = {
    'og:image:width': og.imageWidth,
    'og:image:height': og.imageHeight,
    'og:image:alt': og.imageAlt,
  };
  const tags: HeadTag[] = Object.entries(facts).flatMap(([property, content]) =>
    content ? [{ tag: 'meta', attributes: { property, content: String(content) } }] : [],
  );
  if (markdown) {
    const attributes = { rel: 'alternate', type: 'text/markdown', href: markdown };
    tags.push({ tag: 'link', attributes });
  }
  return tags;
}

/** Title and head elements as HTML. */
export function headHtml(seo: Seo, lang: Lang): string {
  const lines = [`<title>${escapeHtml(seo.title)}</title>`];
  for (const { tag, attributes } of [...headTags(seo, lang), ...programTags(seo)]) {
    const text = Object.entries(attributes).map(
      ([name, value]) => `${name}="${escapeHtml(value)}"`,
    );
    lines.push(`<${tag} ${text.join(' ')} data-seo>`);
  }
  return lines.join('\n');
}

/** The JSON-LD of a page as HTML. Nothing that is seen needs it, so it stands after the page. */
export function factsHtml({ jsonLd }: Seo): string {
  return jsonLd
    .map((facts) => `<script type="application/ld+json" data-seo>${safeJson(facts)}</script>`)
    .join('\n');
}
