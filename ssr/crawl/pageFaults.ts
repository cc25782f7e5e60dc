import { createHash } from 'node:crypto';
import { langOf, type CrawlResult, type Page } from './crawl';
import { inWrongLanguage } from './languages';
import type { Alternates } from './sites';
import { unknownTerms } from './terms';
import { readTexts } from './texts';

// What is wrong with single pages; no function here asks the shop for anything.

/** Pages that a shared cache could not store or a search engine would not index. */
export function indexFaults({ pages }: CrawlResult): string[] {
  return faultsOf(pages, ({ answer: { headers }, head }, address, fault) => {
    if (headers['set-cookie']) fault('sets a cookie');
    if (headers['x-robots-tag'] || head.robots) fault('may not be indexed');
    if (head.canonical !== address) fault(`has the canonical address ${head.canonical}`);
  });
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'DIGEST'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'none'",
  "font-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  'report-uri /csp-report',
].join(';');

/** Pages whose content security policy is not the one of every page, with the digest of the page's own style sheet. */
export function policyFaults({ pages }: CrawlResult): string[] {
  return faultsOf(pages, ({ answer: { headers, body } }, _, fault) => {
    const styles = [...body.toString().matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)];
    const digests = styles.map(([, css]) => createHash('sha256').update(css!).digest('base64'));
    const policy = headers['content-security-policy'];
    if (policy !== POLICY.replace('DIGEST', `sha256-${digests.join()}`)) {
      fault(`has the content security policy ${String(policy)}`);
    }
  });
}

/** Alternates that differ from the sitemap, lack a language or are not reciprocal. */
export function alternateFaults({ sitemap, pages }: CrawlResult): string[] {
  return faultsOf(pages, ({ head }, address, fault) => {
    const alternates = sitemap.get(address)!;
    if (!same(head.alternates, alternates)) fault('has other alternates than in the sitemap');
    if (!Object.values(alternates).includes(address)) fault('is not among its alternates');
    for (const [lang, other] of Object.entries(alternates)) {
      const back = lang === 'x-default' ? alternates : sitemap.get(other);
      if (!back || !same(back, alternates)) fault(`its alternate ${lang} does not lead back`);
    }
    if (Object.keys(alternates).sort().join() !== 'en,x-default,zh-Hans') fault('lacks a language');
  });
}

/** JSON-LD that schema.org does not know. */
export function termFaults({ pages }: CrawlResult): string[] {
  return [...pages].flatMap(([address, { head }]) =>
    head.jsonLd.flatMap((facts) => unknownTerms(facts, address)),
  );
}

/** Texts in the wrong language, in what a page shows, its title and its description. */
export function languageFaults({ pages }: CrawlResult): string[] {
  return faultsOf(pages, ({ answer }, address, fault) => {
    const texts = inWrongLanguage(readTexts(answer.body.toString()), langOf(address));
    if (texts.length > 0) fault(`is in another language: ${texts.join(' | ')}`);
  });
}

/** Titles and descriptions that are not shown whole or say the same as others of their language. */
export function titleFaults({ pages }: CrawlResult): string[] {
  const seen = new Map<string, string>();
  return faultsOf(pages, ({ head }, address, fault) => {
    for (const [what, text, least, most] of [
      ['title', head.title, 12, 90],
      ['description', head.description, 40, 230],
    ] as const) {
      if (width(text) < least || width(text) > most)
        fault(`${what} is ${width(text)} wide: ${text}`);
      const key = `${langOf(address)} ${what} ${text}`;
      if (seen.has(key)) fault(`${what} is that of ${seen.get(key)}`);
      seen.set(key, address);
    }
  });
}

/** Pages that links alone do not reach from the home page of their language. */
export function reachFaults({ site, pages }: CrawlResult): string[] {
  const reached = new Set<string>();
  const waiting = ['en', 'zh'].map((lang) => `${site.origin}/${lang}/home`);
  for (let address = waiting.pop(); address; address = waiting.pop()) {
    if (reached.has(address)) continue;
    reached.add(address);
    waiting.push(...(pages.get(address)?.head.links ?? []).filter((link) => pages.has(link)));
  }
  return faultsOf(pages, (_, address, fault) => {
    if (!reached.has(address)) fault('no link leads there');
  });
}

type Check = (page: Page, address: string, fault: (what: string) => void) => void;

/** What is wrong with each page, after its address. */
export function faultsOf(pages: CrawlResult['pages'], check: Check): string[] {
  const faults: string[] = [];
  for (const [address, page] of pages) {
    check(page, address, (what) => faults.push(`${address}: ${what}`));
  }
  return faults;
}

// A Chinese character is as wide as two Latin letters.
function width(text: string): number {
  return [...text].reduce((n, c) => n + (c > '\u2e7f' ? 2 : 1), 0);
}

function same(a: Alternates, b: Alternates): boolean {
  const text = (set: Alternates) => JSON.stringify(Object.entries(set).sort());
  return text(a) === text(b);
}
