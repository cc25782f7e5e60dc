import {
  CACHE_DAYS,
  MAX_CACHED_PAGES,
  isHashedAsset,
  isInstallPage,
  cacheInstallPage,
  cachedInstallPage,
  cachedPaths,
  uncacheAll,
  uncacheInstallPage,
  uncacheOrder,
} from '../app/worker/pageCache';
import { FakeCaches } from './fakeCaches';

const KIT = '<script data-build="b1"></script><p>kit</p>';
const realFetch = globalThis.fetch;
let answer: () => Response;

beforeEach(() => {
  Object.assign(globalThis, { caches: new FakeCaches() });
  answer = () => new Response(KIT, { headers: { 'content-type': 'text/html' } });
  globalThis.fetch = async () => answer();
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

test('only the install page of one order', () => {
  expect(isInstallPage('/en/my-order/261121AW5RBD0SN/install')).toBe(true);
  for (const path of [
    '/en/my-order',
    '/en/my-order/261121AW5RBD0SN',
    '/en/payment/261121A',
    '/en/my-account',
    '/en/cart',
    '/en/my-order/A/install/_payload.json',
  ]) {
    expect([path, isInstallPage(path)]).toEqual([path, false]);
  }
});

test('only files whose name changes with their content', () => {
  expect(isHashedAsset('/assets/boot-B3xk9_aQ.js')).toBe(true);
  expect(isHashedAsset('/assets/flags/jp.svg')).toBe(false);
  expect(isHashedAsset('/gw/mall/us/session')).toBe(false);
});

test('the newest few are kept, each for its days', async () => {
  for (let i = 0; i <= MAX_CACHED_PAGES; i += 1)
    await cacheInstallPage(`/en/my-order/A${i}/install`, i);
  expect(await cachedPaths()).toEqual([5, 4, 3, 2, 1].map((i) => `/en/my-order/A${i}/install`));
  const last = `/en/my-order/A${MAX_CACHED_PAGES}/install`;
  const end = MAX_CACHED_PAGES + CACHE_DAYS * 86_400_000;
  expect(await (await cachedInstallPage(last, end))!.text()).toBe(KIT);
  expect(await cachedInstallPage(last, end + 1)).toBeUndefined();
});

test('what the shop refuses is removed, and nothing else is ever kept', async () => {
  await cacheInstallPage('/en/my-order/A1/install');
  answer = () => new Response('no', { status: 404, headers: { 'content-type': 'text/html' } });
  expect(await cacheInstallPage('/en/my-order/A1/install')).toBe(false);
  answer = () => new Response('<p>', { headers: { 'content-type': 'text/html' } });
  expect(await cacheInstallPage('/en/cart')).toBe(false);
  expect(await cachedPaths()).toEqual([]);
});

test.each([
  ['an unavailable shop', () => new Response('', { status: 503 })],
  ['the login of a network', () => new Response('<p>Log in</p>')],
  ['an answer that is cut', () => new Response(cut())],
])('%s takes nothing from the device', async (_, bad) => {
  await cacheInstallPage('/en/my-order/A1/install');
  answer = bad;
  await expect(cacheInstallPage('/en/my-order/A1/install')).rejects.toThrow();
  expect(await (await cachedInstallPage('/en/my-order/A1/install'))!.text()).toBe(KIT);
});

function cut(): ReadableStream {
  return new ReadableStream({ pull: (body) => body.error(new TypeError('cut')) });
}

test('an order whose codes were erased goes in every language, and no other does', async () => {
  for (const path of ['/en/my-order/A1', '/zh/my-order/A1', '/en/my-order/A2'])
    await cacheInstallPage(`${path}/install`);
  await uncacheOrder('/zh/my-order/A1/install');
  expect(await cachedPaths()).toEqual(['/en/my-order/A2/install']);
});

test.each([
  ['by its button', () => uncacheInstallPage('/en/my-order/A1/install')],
  ['with its order', () => uncacheOrder('/en/my-order/A1/install')],
  ['by a logout', () => uncacheAll()],
])('a page that is removed %s while it is fetched does not come back', async (_, remove) => {
  for (const cachedBefore of [true, false]) {
    if (cachedBefore) await cacheInstallPage('/en/my-order/A1/install');
    await cacheInstallPage('/en/my-order/A2/install');
    const { started, arrive } = delayFetch();
    const fetching = cacheInstallPage('/en/my-order/A1/install');
    await started;
    await remove();
    arrive();
    expect(await fetching).toBe(false);
    expect(await cachedPaths()).not.toContain('/en/my-order/A1/install');
    // And it can be cached again.
    expect(await cacheInstallPage('/en/my-order/A1/install')).toBe(true);
  }
});

/** Delays the next fetch until `arrive` is called; `started` resolves when it begins. */
function delayFetch(): { started: Promise<void>; arrive: () => void } {
  const fetchNow = globalThis.fetch;
  let arrive = () => {};
  let start = () => {};
  const started = new Promise<void>((resolve) => (start = resolve));
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  globalThis.fetch = async (...request) => {
    start();
    await arrived;
    globalThis.fetch = fetchNow;
    return fetchNow(...request);
  };
  return { started, arrive };
}

test('a copy that is fetched again while another page is removed stays', async () => {
  for (const order of ['A1', 'A2']) await cacheInstallPage(`/en/my-order/${order}/install`);
  const { started, arrive } = delayFetch();
  const fetching = cacheInstallPage('/en/my-order/A1/install');
  await started;
  await uncacheInstallPage('/en/my-order/A2/install');
  arrive();
  expect(await fetching).toBe(true);
  expect(await cachedPaths()).toEqual(['/en/my-order/A1/install']);
});
