import constants from '../../shared/constants.json';
import { loadPage, type Tab } from '../app/entry/load';
import type { Page } from '../app/gw/page';
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

let tab: Tab;
let shown: Page | undefined;
let revalidated: boolean[];

beforeEach(() => {
  shown = undefined;
  revalidated = [];
  tab = {
    build: 'b1',
    documentPath: '/en/home',
    translator,
    currentPage: () => shown,
    isOutdated: () => false,
    hash: () => '#part',
    onRevalidated: (worked) => revalidated.push(worked),
  };
});

function load(path = '/en/faq', signal?: AbortSignal) {
  return loadPage(new Request(`https://shop.test${path}`, { signal }), tab);
}

/** Where a load sends the browser. */
async function left(path?: string): Promise<string | undefined> {
  const thrown = (await load(path).catch((error: unknown) => error)) as Response;
  expect(thrown).toBeInstanceOf(Response);
  const asDocument = thrown.headers.get('X-Remix-Reload-Document') === 'true';
  return `${asDocument ? 'document' : 'page'} ${thrown.headers.get('Location')}`;
}

test('the checkout and payments are loaded as documents from documents without their policy', async () => {
  globalThis.fetch = async () => payload('b1');
  for (const path of ['/en/order', '/en/order?buyNow=a', '/en/payment/A1', '/en/test/payment'])
    expect(await left(path)).toBe(`document ${path}#part`);
  for (const path of ['/en/my-order/A1', '/en/orders']) expect((await load(path)).kind).toBe('faq');
  for (const documentPath of ['/en/order', '/en/payment/A1', '/en/test/payment']) {
    tab.documentPath = documentPath;
    for (const path of ['/en/order', '/en/payment/A2', '/en/faq'])
      expect((await load(path)).kind).toBe('faq');
  }
  // The page itself is read again where it is.
  tab.documentPath = '/en/home';
  shown = pageFixture('faq', '/en/order');
  expect((await load('/en/order')).kind).toBe('faq');
});

const payload = (build: string) =>
  Response.json({ build, page: pageFixture('faq', '/en/faq'), texts: { faq: { heading: 'Q' } } });

test.each([...constants.retryStatuses, 400, 404, 501])(
  'page data with status %i',
  async (status) => {
    const again = constants.retryStatuses.includes(status);
    let asked = 0;
    globalThis.fetch = async () =>
      ++asked === 1 ? Response.json({ success: false }, { status }) : payload('b1');
    if (again) expect((await load()).kind).toBe('faq');
    else expect(await left()).toBe('document /en/faq#part');
    expect(asked).toBe(again ? 2 : 1);
    // Only once: what fails twice is loaded as a document.
    globalThis.fetch = async () => {
      asked++;
      return Response.json({ success: false }, { status });
    };
    expect(await left()).toBe('document /en/faq#part');
    expect(asked).toBe(again ? 4 : 2);
  },
);

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
  expect(await left('/en/faq?x=1')).toBe('document /en/faq?x=1#part');
  answer(payload('b2'));
  expect((await load()).kind).toBe('faq');
});

test('another build does not take away what is read again', async () => {
  shown = pageFixture('faq', '/en/faq');
  answer(payload('b2'));
  expect((await load()).kind).toBe('faq');
});

test('once another build is known the next page is a document', async () => {
  tab.isOutdated = () => true;
  answer(payload('b1'));
  expect(await left()).toBe('document /en/faq#part');
  shown = pageFixture('faq', '/en/faq');
  expect((await load()).kind).toBe('faq');
});

test('another language loads a document, by link or by redirect', async () => {
  answer(payload('b1'));
  expect(await left('/zh/faq')).toBe('document /zh/faq#part');
  answer(new Response(null, { status: 204, headers: { 'X-Redirect': '/zh/my-account' } }));
  expect(await left()).toBe('document /zh/my-account');
});

const cut = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"build":"b1",'));
        controller.error(new TypeError('cut'));
      },
    }),
    { headers: { 'content-type': 'application/json' } },
  );

describe.each([
  ['an error page', () => new Response('<p>bad gateway</p>', { status: 502 })],
  ['HTML', () => new Response('<p>ok?</p>', { status: 200 })],
  ['an error', () => Response.json({ status: 503, code: 'unavailable' }, { status: 503 })],
  ['half an answer', cut],
  ['no connection', () => new TypeError('network')],
])('%s instead of a page', (_, make) => {
  test('is left to the browser', async () => {
    answer(make());
    expect(await left()).toBe('document /en/faq#part');
  });

  test('leaves the page that is shown', async () => {
    shown = pageFixture('faq', '/en/faq');
    answer(make());
    expect(await load()).toBe(shown);
    expect(revalidated).toEqual([false]);
    answer(payload('b1'));
    expect(await load()).not.toBe(shown);
    expect(revalidated).toEqual([false, true]);
  });
});

test('a request times out after 15 s and becomes a document load', async () => {
  jest.useFakeTimers();
  globalThis.fetch = (_, init) =>
    new Promise((__, reject) => {
      init!.signal!.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    });
  const to = left();
  await jest.advanceTimersByTimeAsync(14_999);
  jest.advanceTimersByTime(1);
  expect(await to).toBe('document /en/faq#part');
  jest.useRealTimers();
});

test('an aborted load does not report a revalidation', async () => {
  shown = pageFixture('faq', '/en/faq');
  const given = new AbortController();
  globalThis.fetch = async () => {
    given.abort();
    throw new DOMException('', 'AbortError');
  };
  await expect(load('/en/faq', given.signal)).rejects.toThrow(DOMException);
  expect(revalidated).toEqual([]);
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
