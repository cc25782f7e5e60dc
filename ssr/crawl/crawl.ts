import { readHead, type Head } from './head';
import type { Lang } from './languages';
import { forEachConcurrently, sitemapOf, type Alternates, type Answer, type Site } from './sites';

/** A page of the sitemaps with its Markdown twin, each requested once. */
export type Page = { head: Head; answer: Answer; twin: Answer };

export type CrawlResult = {
  site: Site;
  sitemap: Map<string, Alternates>;
  /** Pages by address. */
  pages: Map<string, Page>;
  /** Addresses in the sitemaps that do not answer 200. */
  missing: string[];
};

/** Asks for every page of a site's sitemaps and for its Markdown twin. */
export async function crawl(site: Site): Promise<CrawlResult> {
  const sitemap = await sitemapOf(site);
  const found: CrawlResult = { site, sitemap, pages: new Map(), missing: [] };
  await forEachConcurrently(sitemap.keys(), async (address) => {
    const answer = await site.fetch(address);
    if (answer.status !== 200) return void found.missing.push(`${address}: is ${answer.status}`);
    const head = readHead(answer.body.toString(), address);
    const twin = await site.fetch(head.markdown ?? '/none.md');
    found.pages.set(address, { head, answer, twin });
  });
  return found;
}

export type Offer = {
  price: string;
  priceCurrency: string;
  availability: string;
  shippingDetails?: unknown[];
};

export function offerOf(head: Head): Offer | undefined {
  return head.jsonLd.find((facts) => facts['@type'] === 'Product')?.offers as Offer | undefined;
}

/** Says whether a text shows the price, and not only as the end or the beginning of another number. */
export function showsPrice(text: string, price: string): boolean {
  const number = price.replace('.', '\\.');
  return new RegExp(`(?<![\\d.])${number}(?![\\d])`).test(text.replaceAll(',', ''));
}

export function langOf(address: string): Lang {
  return new URL(address).pathname.split('/')[1] as Lang;
}
