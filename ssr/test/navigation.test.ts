import { NETWORK_TIMEOUT_MS, navigate } from '../app/worker/navigation';
import { FakeCaches } from './fakeCaches';

// How the service worker answers a navigation to an install page of which the device has a copy.

const KIT = '/en/my-order/261121AAAAAAAAA/install';
const PAGE = '<script data-build="b1"></script><p>new</p>';
const realFetch = globalThis.fetch;
let caches: FakeCaches;
let settled: Promise<unknown>[];

beforeEach(async () => {
  caches = new FakeCaches();
  settled = [];
  Object.assign(globalThis, { caches });
  const headers = { 'x-kept-at': String(Date.now()) };
  await (await caches.open('roamcart-installs')).put(KIT, new Response('copy', { headers }));
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  globalThis.fetch = realFetch;
  Reflect.deleteProperty(globalThis, 'caches');
});

const open = (path = KIT) => {
  const request = new Request(`https://shop.test${path}`);
  return navigate(request, path, [], (work) => settled.push(work));
};
const copies = async () => (await (await caches.open('roamcart-installs')).keys()).length;

/** A body that ends in the middle. */
function cut(): ReadableStream {
  return new ReadableStream({
    start(body) {
      body.enqueue(new TextEncoder().encode(PAGE.slice(0, 20)));
      body.error(new TypeError('terminated'));
    },
  });
}

test.each([
  ['the page', () => new Response(PAGE), PAGE, 200],
  ['an error of the shop', () => new Response('busy', { status: 503 }), 'copy', 200],
  ['an error of a proxy', () => new Response('<html>', { status: 502 }), 'copy', 200],
  ['a captive portal', () => new Response('<p>Log in</p>'), 'copy', 200],
  ['a page that is cut off', () => new Response(cut()), 'copy', 200],
  ['a page that is gone', () => new Response('gone', { status: 404 }), 'gone', 404],
])('%s', async (_, answer, text, status) => {
  globalThis.fetch = async () => answer();
  const shown = await open();
  expect([await shown.text(), shown.status]).toEqual([text, status]);
  expect(await copies()).toBe(status === 404 ? 0 : 1);
});

test('no connection', async () => {
  globalThis.fetch = () => Promise.reject(new TypeError('no connection'));
  expect(await (await open()).text()).toBe('copy');
});

test('a device that cannot read its copies shows the page', async () => {
  caches.open = () => Promise.reject(new DOMException('storage', 'UnknownError'));
  globalThis.fetch = async () => new Response(PAGE);
  expect(await (await open()).text()).toBe(PAGE);
});

test('a response that hangs shows the copy in time; it is deleted when the shop says so later', async () => {
  let land: (answer: Response) => void = () => {};
  globalThis.fetch = () => new Promise((resolve) => (land = resolve));
  const shown = open();
  await jest.advanceTimersByTimeAsync(NETWORK_TIMEOUT_MS - 1);
  expect(await Promise.race([shown, Promise.resolve('waits')])).toBe('waits');
  await jest.advanceTimersByTimeAsync(1);
  expect(await (await shown).text()).toBe('copy');
  expect(await copies()).toBe(1);
  land(new Response('', { status: 403 }));
  await Promise.all(settled);
  expect(await copies()).toBe(0);
});

test('a body that hangs shows the copy in time', async () => {
  globalThis.fetch = async () => new Response(new ReadableStream());
  const shown = open();
  await jest.advanceTimersByTimeAsync(NETWORK_TIMEOUT_MS);
  expect(await (await shown).text()).toBe('copy');
});

test('a page without a copy takes as long as the network takes', async () => {
  let land: (answer: Response) => void = () => {};
  globalThis.fetch = () => new Promise((resolve) => (land = resolve));
  const shown = open('/en/faq');
  await jest.advanceTimersByTimeAsync(10 * NETWORK_TIMEOUT_MS);
  land(new Response('busy', { status: 503 }));
  expect(await (await shown).text()).toBe('busy');
});
