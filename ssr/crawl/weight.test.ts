import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { Site, type Answer } from './sites';

/** The bytes that a new connection transfers in its first round trip, headers included: ten segments of 1,448. */
const FLIGHT = 14_480;

const site = new Site('localhost');
afterAll(() => site.close());

test('entry pages fit into the first round trip, headers included', async () => {
  const pages = [
    'home',
    'travel-card/listing',
    'travel-card/monthly',
    'travel-card/destination/jp',
    'travel-card/asia/jp-3g-7',
    'faq',
  ];
  const paths = ['en', 'zh'].flatMap((lang) => pages.map((page) => `/${lang}/${page}`));
  const faults = paths.map(async (path) => {
    const { headBytes, sent } = await recompressed(path);
    return headBytes + sent.length > FLIGHT ? `${path} is ${headBytes + sent.length} bytes` : '';
  });
  expect((await Promise.all(faults)).filter(Boolean)).toEqual([]);
});

test('the build compressed scripts and styles at the highest level', async () => {
  const html = await site.text('/en/home');
  const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, path]) => path!,
  );
  expect(files.length).toBeGreaterThan(0);
  for (const path of files) {
    const { status, headers, body, sent } = await site.fetch(path);
    expect([path, status, headers['content-encoding']]).toEqual([path, 200, 'br']);
    expect([path, sent.length]).toEqual([path, brotliCompressSync(body).length]);
  }
});

/** Requests a page until it is recompressed, which the shop does some seconds after the first requests. */
async function recompressed(path: string): Promise<Answer> {
  for (const until = Date.now() + 120_000; Date.now() < until; await sleep(200)) {
    const answer = await site.fetch(path);
    if (answer.headers.etag?.endsWith('-br-t"')) return answer;
  }
  throw new Error(`${path} is not packed tightly`);
}
