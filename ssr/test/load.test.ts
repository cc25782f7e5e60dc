import { loadPage } from '../app/entry/load';
import { mayReload } from '../app/entry/reload';
import { createTranslator } from '../app/i18n/instance';
import { pageFixture } from './fixtures';

const realFetch = globalThis.fetch;
const translator = createTranslator('en', { common: {} });
let storage: Map<string, string>;

beforeEach(() => {
  storage = new Map();
  Object.defineProperty(globalThis, 'sessionStorage', {
    configurable: true,
    value: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
    },
  });
});

afterEach(() => {
  globalThis.fetch = realFetch;
});

function answer(response: Response | Error) {
  globalThis.fetch = async () => {
    if (response instanceof Error) throw response;
    return response;
  };
}

function load(path = '/en/faq') {
  return loadPage(new Request(`https://shop.test${path}`), 'b1', translator);
}

const payload = (build: string) =>
  Response.json({ build, page: pageFixture('faq', '/en/faq'), texts: { faq: { heading: 'Q' } } });

test('data and texts of the page', async () => {
  answer(payload('b1'));
  expect((await load()).kind).toBe('faq');
  expect(translator.t('faq:heading')).toBe('Q');
});

test('a redirect to a page is followed, any other is a document load', async () => {
  answer(new Response(null, { status: 204, headers: { 'X-Redirect': '/en/login' } }));
  const page = (await load().catch((thrown: unknown) => thrown)) as Response;
  expect(page.headers.get('Location')).toBe('/en/login');
  expect(page.headers.get('X-Remix-Reload-Document')).toBeNull();
  for (const to of ['https://other.test/', '//other.test/en', '/sandbox/scan/1']) {
    answer(new Response(null, { status: 204, headers: { 'X-Redirect': to } }));
    const away = (await load().catch((thrown: unknown) => thrown)) as Response;
    expect(away.headers.get('X-Remix-Reload-Document')).toBe('true');
  }
});

test('another build is a document load, at most once per path in 10 s', async () => {
  answer(payload('b2'));
  const thrown = (await load('/en/faq?x=1').catch((error: unknown) => error)) as Response;
  expect(thrown.headers.get('Location')).toBe('/en/faq?x=1');
  expect(thrown.headers.get('X-Remix-Reload-Document')).toBe('true');
  answer(payload('b2'));
  expect((await load()).kind).toBe('faq');
});

test.each([
  [new Response('<p>bad gateway</p>', { status: 502 }), 502, 'internal'],
  [new Response('<p>ok?</p>', { status: 200 }), 502, 'internal'],
  [Response.json({ status: 503, code: 'unavailable' }, { status: 503 }), 503, 'unavailable'],
  [new TypeError('network'), 503, 'unavailable'],
])('no payload is an error with a code: %#', async (response, status, code) => {
  answer(response);
  await expect(load()).rejects.toEqual({ status, code, requestId: '' });
});

test('the reload guard holds 10 s per path and says no without storage', () => {
  expect(mayReload('/a', 1000)).toBe(true);
  expect(mayReload('/a', 10_999)).toBe(false);
  expect(mayReload('/b', 10_999)).toBe(true);
  expect(mayReload('/a', 11_001)).toBe(true);
  Object.defineProperty(globalThis, 'sessionStorage', {
    configurable: true,
    get: () => {
      throw new Error('blocked');
    },
  });
  expect(mayReload('/c', 1000)).toBe(false);
});
