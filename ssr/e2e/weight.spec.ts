import { get } from 'node:http';
import { brotliCompressSync, brotliDecompressSync, constants as zlib } from 'node:zlib';
import { expect, test } from './shop';

// What a phone has to load before it can show a catalogue page, as it goes over the wire.

const MOST = 30_000;
/** What a new connection brings in its first round trip: ten segments, of which a head takes up to 1 kB. */
const FLIGHT = 14_600;
const FIRST_FLIGHT = 14_000;

test('every catalogue page is at most 30 kB, and its first 14 kB hold the heading and the first plan', async ({
  request,
  baseURL,
}) => {
  const sitemaps = await Promise.all(
    ['en', 'zh'].map(async (lang) => (await request.get(`/sitemaps/${lang}.xml`)).text()),
  );
  const paths = [
    ...sitemaps.join().matchAll(/<loc>[^<]*?(\/(?:en|zh)\/travel-card\/[^<]*)<\/loc>/g),
  ].map(([, path]) => path!);
  expect(paths.length).toBeGreaterThan(100);
  paths.push('/en/travel-card/listing?page=2', '/zh/travel-card/listing?page=2');
  const faults: string[] = [];
  const lane = async () => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
      const body = await compressed(new URL(path, baseURL));
      if (body.length > MOST) faults.push(`${path} is ${body.length} bytes`);
      const first = brotliDecompressSync(body.subarray(0, FIRST_FLIGHT), {
        finishFlush: zlib.BROTLI_OPERATION_FLUSH,
      });
      const html = first.toString();
      const plan = isDetail(path) ? 'name="intent"' : '</article>';
      for (const part of ['</h1>', plan]) {
        if (!html.includes(part)) faults.push(`${path} has no ${part} in its first 14 kB`);
      }
    }
  };
  await Promise.all([lane(), lane()]);
  expect(faults).toEqual([]);
});

test('what shoppers begin with comes in one round trip, head and all', async ({ baseURL }) => {
  for (const lang of ['en', 'zh']) {
    for (const page of ['home', 'travel-card/listing', 'travel-card/asia/jp-3g-7', 'faq']) {
      const url = new URL(`/${lang}/${page}`, baseURL);
      // The first visitor of a page gets it a little larger.
      await expect.poll(async () => (await answered(url)).etag, url.pathname).toMatch(/-br-t"$/);
      const { head, body } = await answered(url);
      expect(head + body.length, url.pathname).toBeLessThanOrEqual(FLIGHT);
    }
  }
});

test('the build packed scripts and styles as tight as they get', async ({ request, baseURL }) => {
  const html = await (await request.get('/en/home')).text();
  const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, path]) => path!,
  );
  expect(files.length).toBeGreaterThan(0);
  for (const path of files) {
    const body = await compressed(new URL(path, baseURL));
    expect(body.length, path).toBe(brotliCompressSync(brotliDecompressSync(body)).length);
  }
});

function isDetail(path: string): boolean {
  return path.split('/').length === 5;
}

/** The body of an answer as it was sent; the usual clients would unpack it. */
async function compressed(url: URL): Promise<Buffer> {
  return (await answered(url)).body;
}

type Answered = { etag: string; body: Buffer; /** In bytes. */ head: number };

function answered(url: URL): Promise<Answered> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip, br' } }, (answer) => {
      const { statusCode, statusMessage, headers, rawHeaders } = answer;
      if (statusCode !== 200 || headers['content-encoding'] !== 'br') {
        reject(new Error(`${statusCode} for ${url.pathname}`));
      }
      const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`, ''];
      for (let i = 0; i < rawHeaders.length; i += 2) {
        lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
      }
      const head = lines.reduce((bytes, line) => bytes + Buffer.byteLength(line) + 2, 0);
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ etag: headers.etag ?? '', body: Buffer.concat(parts), head }),
      );
    }).on('error', reject);
  });
}
