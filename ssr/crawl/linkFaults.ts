import type { CrawlResult } from './crawl';
import { forEachConcurrently } from './sites';

/** Links that are redirects or broken; links to private pages are not checked. */
export async function linkFaults({ site, pages }: CrawlResult): Promise<string[]> {
  const faults: string[] = [];
  const robots = await site.text('/robots.txt');
  const closed = [...robots.matchAll(/^Disallow: (\S+)$/gm)].map(([, path]) => path!);
  const from = new Map<string, string>();
  for (const [address, { head }] of pages) {
    for (const link of head.links) {
      const path = link.slice(site.origin.length);
      // "/" is where each region begins; it chooses a language and is the only address that does.
      if (path === '/' || pages.has(link)) continue;
      if (closed.some((start) => path.startsWith(start))) continue;
      from.set(link, address);
    }
  }
  await forEachConcurrently(from, async ([link, address]) => {
    const { status } = await site.fetch(link);
    if (status !== 200) faults.push(`${address}: links to ${link}, which is ${status}`);
  });
  return faults;
}

/** Broken images; flags must be raster images, because browsers create a document for each SVG. */
export async function imageFaults({ site, pages }: CrawlResult): Promise<string[]> {
  const faults: string[] = [];
  const from = new Map<string, string>();
  for (const [address, { head }] of pages) {
    for (const src of head.images) from.set(src, address);
  }
  const flags = [...from.keys()].filter((src) => src.endsWith('.webp'));
  if (flags.length <= 20) faults.push(`only ${flags.length} flags`);
  await forEachConcurrently(from, async ([src, address]) => {
    if (src.startsWith('data:')) return;
    const { status, headers } = await site.fetch(src);
    const type = String(headers['content-type']);
    if (status !== 200 || !type.startsWith('image/')) {
      faults.push(`${address}: shows ${src}, which is ${status} ${type}`);
    }
  });
  return faults;
}

/** Pages without a picture of their own for sharing; one of each kind of page is looked at in both languages. */
export async function pictureFaults({ site, pages }: CrawlResult): Promise<string[]> {
  const faults: string[] = [];
  const pictures = new Map<string, string>();
  const kinds = new Map<string, string>();
  for (const [address, page] of pages) {
    const { share } = page.head;
    const picture = share['og:image'] ?? '';
    if (pictures.has(picture))
      faults.push(`${address}: has the picture of ${pictures.get(picture)}`);
    pictures.set(picture, address);
    const facts = ['og:image:width', 'og:image:height', 'twitter:card'].map((name) => share[name]);
    if (facts.join() !== '1200,630,summary_large_image' || !share['og:image:alt']) {
      faults.push(`${address}: does not tell what its picture is`);
    }
    const path = address.slice(site.origin.length);
    kinds.set(path.split('/').slice(1, 3).join('/') + path.split('/').length, picture);
  }
  await forEachConcurrently(kinds.values(), async (picture) => {
    const { status, headers, body } = await site.fetch(picture);
    const size = [body.readUInt32BE(16), body.readUInt32BE(20)].join();
    const isPng =
      body.subarray(1, 4).toString() === 'PNG' && headers['content-type'] === 'image/png';
    if (status !== 200 || !isPng || size !== '1200,630') faults.push(`${picture} is no picture`);
    if (!/immutable/.test(String(headers['cache-control']))) faults.push(`${picture} is not kept`);
  });
  return faults;
}
