import type { Seo } from '../gw/page';
import { LANG_CODES, LANGS, type Lang } from '../i18n/lang';
import { escapeHtml, safeJson } from './json';

/** A head element, which server and browser build in the same way. `data-seo` marks the elements that a navigation replaces. */
export type HeadTag = {
  tag: 'meta' | 'link' | 'script';
  attributes: Record<string, string>;
  /** Content as it stands in HTML, of an element that has any. */
  text?: string;
};

/** The head elements of a page, in a fixed order. */
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
  meta('property', 'og:locale', LANG_CODES[lang].locale);
  for (const other of LANGS) {
    if (other !== lang) meta('property', 'og:locale:alternate', LANG_CODES[other].locale);
  }
  meta('name', 'twitter:card', seo.og.image ? 'summary_large_image' : 'summary');
  return tags;
}

/** The JSON-LD of a page. */
export function jsonLdTags({ jsonLd }: Seo): HeadTag[] {
  const attributes = { type: 'application/ld+json' };
  return jsonLd.map((facts) => ({ tag: 'script', attributes, text: safeJson(facts) }));
}

/** Elements for crawlers. These load documents only, so a navigation does not add them. */
function crawlerTags({ markdown, og }: Seo): HeadTag[] {
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
  const title = `<title>${escapeHtml(seo.title)}</title>`;
  return [title, ...[...headTags(seo, lang), ...crawlerTags(seo)].map(html)].join('\n');
}

/** The JSON-LD of a page as HTML. Nothing visible needs it, so it follows the content. */
export function jsonLdHtml(seo: Seo): string {
  return jsonLdTags(seo).map(html).join('\n');
}

function html({ tag, attributes, text }: HeadTag): string {
  const list = Object.entries(attributes).map(([name, value]) => `${name}="${escapeHtml(value)}"`);
  const end = text === undefined ? '' : `${text}</${tag}>`;
  return `<${tag} ${list.join(' ')} data-seo>${end}`;
}
