import { brotliDecompressSync, constants as zlib } from 'node:zlib';
import type { CrawlResult } from './crawl';
import type { Answer } from './sites';

// What a phone has to load before it can show a catalogue page, as it goes over the wire.

const MOST = 30_000;
const FIRST_FLIGHT = 14_000;

/** Catalogue pages that are larger than 30 kB or whose first 14 kB do not hold the heading and the first plan, or its question. */
export async function weightFaults({ site, pages }: CrawlResult): Promise<string[]> {
  const catalogue = new Map<string, Answer>();
  for (const [address, { answer }] of pages) {
    const { pathname } = new URL(address);
    if (pathname.split('/')[2] === 'travel-card') catalogue.set(pathname, answer);
  }
  const faults = catalogue.size > 100 ? [] : [`only ${catalogue.size} catalogue pages`];
  for (const lang of ['en', 'zh']) {
    const path = `/${lang}/travel-card/listing?page=2`;
    catalogue.set(path, await site.fetch(path));
  }
  for (const [path, { status, headers, sent }] of catalogue) {
    if (status !== 200 || headers['content-encoding'] !== 'br') {
      faults.push(`${path} is ${status} ${headers['content-encoding']}`);
      continue;
    }
    if (sent.length > MOST) faults.push(`${path} is ${sent.length} bytes`);
    const first = brotliDecompressSync(sent.subarray(0, FIRST_FLIGHT), {
      finishFlush: zlib.BROTLI_OPERATION_FLUSH,
    }).toString();
    for (const part of ['</h1>', firstPart(path)]) {
      if (!first.includes(part)) faults.push(`${path} has no ${part} in its first 14 kB`);
    }
  }
  return faults;
}

// What a page shows first below its heading: the button that buys, the questions about a trip, or a plan.
function firstPart(path: string): string {
  if (isDetail(path)) return 'name="intent"';
  return path.endsWith('/which') ? 'name="habits"' : '</article>';
}

function isDetail(path: string): boolean {
  return path.split('/').length === 5 && !path.includes('/destination/');
}
