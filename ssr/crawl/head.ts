import type { Alternates } from './sites';

/** What a page says about itself and where it leads, read from its HTML. */
export type Head = {
  title: string;
  description: string;
  canonical: string;
  robots?: string;
  markdown?: string;
  alternates: Alternates;
  /** Open Graph and Twitter properties. */
  share: Record<string, string>;
  jsonLd: Record<string, unknown>[];
  /** Internal links of the whole document, absolute, without fragments, each once. */
  links: string[];
  /** Pictures of the whole document, absolute, each once. */
  images: string[];
  /** The text of the document's body. */
  text: string;
};

export function readHead(html: string, address: string): Head {
  const head: Head = {
    title: unescape(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''),
    description: '',
    canonical: '',
    alternates: {},
    share: {},
    jsonLd: [],
    links: [],
    images: [],
    text: '',
  };
  const [top = '', body = ''] = html.split('</head>');
  for (const [, name, rest] of top.matchAll(/<(meta|link) ([^>]*)>/g)) {
    const at = attributes(rest!);
    if (name === 'link' && at.rel === 'canonical') head.canonical = at.href!;
    if (name === 'link' && at.rel === 'alternate' && at.hreflang) {
      head.alternates[at.hreflang] = at.href!;
    }
    if (name === 'link' && at.type === 'text/markdown') head.markdown = at.href;
    if (at.name === 'description') head.description = at.content!;
    if (at.name === 'robots') head.robots = at.content;
    const shared = at.property ?? at.name;
    if (shared && /^(og|twitter):/.test(shared)) head.share[shared] = at.content!;
  }
  for (const [, json] of html.matchAll(
    /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs,
  )) {
    head.jsonLd.push(JSON.parse(json!) as Record<string, unknown>);
  }
  const shown = body.replace(/<script[\s\S]*?<\/script>/g, '');
  const links = [...shown.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href]) => {
    const url = new URL(unescape(href!), address);
    url.hash = '';
    return url.href;
  });
  const { origin } = new URL(address);
  head.links = [...new Set(links)].filter((link) => link.startsWith(`${origin}/`));
  const images = [...shown.matchAll(/<img ([^>]*)>/g)].map(([, rest]) => attributes(rest!).src!);
  head.images = [...new Set(images)].map((src) => new URL(src, address).href);
  head.text = unescape(shown.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ');
  return head;
}

/** Returns the attributes of a tag that have a value. */
export function attributes(tag: string): Record<string, string> {
  const pairs = [...tag.matchAll(/([\w:-]+)="([^"]*)"/g)];
  return Object.fromEntries(pairs.map(([, name, value]) => [name!, unescape(value!)]));
}

/** Replaces the character references of HTML by what they stand for. */
export function unescape(text: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (all, hex, decimal, name) => {
    if (hex || decimal) return String.fromCodePoint(hex ? parseInt(hex, 16) : Number(decimal));
    return named[name as string] ?? all;
  });
}
