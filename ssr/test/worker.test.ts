import { FakeCaches } from './fakeCaches';

// The service worker as browsers run it: a script with listeners, and another one after a new build.

type Listener = (event: object) => void;
type Ask = (url: string, init?: RequestInit, referrer?: string) => Promise<Response>;
const realFetch = globalThis.fetch;
const scope = globalThis as unknown as Record<string, unknown>;
let caches: FakeCaches;

const STYLE = 'https://shop.test/assets/styles-12345678.css';
const KIT = '/en/my-order/261121AAAAAAAAA/install';
const LATE = 'https://shop.test/assets/late-12345678.js';
let land: (answer: Response) => void;

beforeEach(() => {
  caches = new FakeCaches();
  Object.assign(scope, { caches, location: new URL('https://shop.test/sw.js'), STYLES: [STYLE] });
  const late = new Promise<Response>((resolve) => (land = resolve));
  globalThis.fetch = async (request) =>
    (request as Request).url === LATE ? late : new Response('a file');
});
afterEach(() => {
  globalThis.fetch = realFetch;
  for (const name of ['caches', 'location', 'self', 'BUILD', 'STYLES']) delete scope[name];
});

test('a file that the worker before still fetches does not bring its cache back', async () => {
  const old = await takeOver('old');
  const late = old(LATE);
  await takeOver('new');
  await replaced();
  land(new Response('late'));
  expect(await (await late).text()).toBe('late');
  expect((await caches.keys()).sort()).toEqual(['roamcart-assets-new', 'roamcart-installs']);
});

test('an install page that does not load delays no other page', async () => {
  await takeOver('old');
  await (await caches.open('roamcart-installs')).put(KIT, new Response('kit'));
  globalThis.fetch = () => new Promise(() => undefined);
  // Nothing but the claim is waited for.
  await takeOver('new');
  expect(await (await caches.match(KIT))!.text()).toBe('kit');
  expect(await caches.keys()).toContain('roamcart-assets-old');
});

/** Files of earlier builds go after the worker has taken over. */
async function replaced(): Promise<void> {
  for (let i = 0; i < 20 && (await caches.keys()).includes('roamcart-assets-old'); i += 1)
    await new Promise((resolve) => setTimeout(resolve));
  expect((await caches.keys()).sort()).toEqual(['roamcart-assets-new', 'roamcart-installs']);
}

test('hashed files come from this device once they were asked for', async () => {
  const get = await takeOver('b1');
  land(new Response('late'));
  await get(LATE);
  globalThis.fetch = () => Promise.reject(new TypeError('no connection'));
  expect(await (await get(LATE)).text()).toBe('late');
  expect(await (await get(STYLE)).text()).toBe('a file');
  await expect(get('https://shop.test/assets/other-12345678.js')).rejects.toThrow('no connection');
});

test.each(['match', 'put', 'delete'] as const)(
  'files and the logout are answered where Cache Storage cannot %s',
  async (operation) => {
    const ask = await takeOver('b1');
    await (await caches.open('roamcart-installs')).put(KIT, new Response('kit'));
    globalThis.fetch = async () => new Response('from the network');
    caches.fail(operation);
    expect(await (await ask('https://shop.test/assets/new-12345678.js')).text()).toBe(
      'from the network',
    );
    const logout = await ask('https://shop.test/gw/auth/token/logout', { method: 'POST' });
    expect(await logout.text()).toBe('from the network');
  },
);

test('a removed page is deleted from a device that is full', async () => {
  const ask = await takeOver('b1');
  const pages = await caches.open('roamcart-installs');
  await pages.put(KIT, new Response('kit'));
  caches.fail('put');
  await ask('https://shop.test/gw/auth/token/logout', { method: 'POST' });
  expect(await pages.keys()).toEqual([]);
});

test.each([
  ['logging out', 'https://shop.test/gw/auth/token/logout', {}, 200],
  ['deleting the account', 'https://shop.test/gw/mall/us/deleteAccount', { method: 'POST' }, 200],
  ['logging out in vain', 'https://shop.test/gw/auth/token/logout', {}, 503],
  ['logging out by form', 'https://shop.test/en/my-account', form('logout'), 303],
  ['logging out by form in vain', 'https://shop.test/zh/my-account', form('logout'), 503],
  ['another form', 'https://shop.test/en/my-account', form('profile'), 303],
] as const)('%s', async (what, url, init, status) => {
  const ask = await takeOver('b1');
  const kept = await caches.open('roamcart-installs');
  await kept.put('/en/my-order/261121AAAAAAAAA/install', new Response('kit'));
  globalThis.fetch = async () => answered(status);
  await ask(url, init);
  const leaves = status < 400 && what !== 'another form';
  expect(await kept.keys()).toHaveLength(leaves ? 0 : 1);
});

test.each([
  ['the offline page', 'https://shop.test/en/cart', '/en/cart', 1],
  ['another site', 'https://other.test/', '/', 2],
  ['nobody knows where', '', '/', 2],
])('a kit is removed by a form of %s', async (_, from, to, left) => {
  const ask = await takeOver('b1');
  const kept = await caches.open('roamcart-installs');
  for (const path of [KIT, KIT.replace('/en/', '/zh/')]) await kept.put(path, new Response('kit'));
  const body = new URLSearchParams({ path: KIT });
  const answer = await ask('https://shop.test/offline/remove', { method: 'POST', body }, from);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, new URL(to, at).href]);
  expect(await kept.keys()).toHaveLength(left);
});

const at = 'https://shop.test/';

function form(name: string): RequestInit {
  return { method: 'POST', body: new URLSearchParams({ form: name }) };
}

/** What a worker sees of an answer: nothing of one that leads elsewhere. */
function answered(status: number): Response {
  if (status !== 303) return new Response('', { status });
  return Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
}

/** Runs the worker of a build until it is the one that answers, and returns how it is asked for a file. */
async function takeOver(build: string): Promise<Ask> {
  const listeners: Record<string, Listener> = {};
  const worker = {
    addEventListener: (type: string, listener: Listener) => (listeners[type] = listener),
    clients: { claim: async () => {} },
    skipWaiting: async () => {},
  };
  Object.assign(scope, { BUILD: build, self: worker });
  jest.isolateModules(() => require('../app/worker/worker'));
  for (const type of ['install', 'activate']) {
    await new Promise((resolve) => listeners[type]!({ waitUntil: resolve }));
  }
  return (url, init, referrer) =>
    new Promise((resolve) =>
      listeners.fetch!({
        request: Object.defineProperty(new Request(url, init), 'referrer', { value: referrer }),
        respondWith: resolve,
        waitUntil: () => undefined,
      }),
    );
}
