import { JSDOM } from 'jsdom';
import { act } from 'react';
import { createBrowserRouter, matchRoutes } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { prefetchPage } from '../app/boot/prefetch';
import { hydrationData } from '../app/entry/hydrationData';
import { Providers } from '../app/entry/Providers';
import { loadPage } from '../app/entry/load';
import { loadLazyRoutes } from '../app/entry/lazyRoutes';
import { createTranslator } from '../app/i18n/instance';
import { makeRoutes } from '../app/router/routes';
import { installWindow, rendererOf } from './browser';
import { startFakeBff, type FakeBff } from './fakeBff';
import { pageFixture } from './fixtures';
import { fakeTab } from './tab';
import { table } from './pages';

jest.mock('../app/components/frame/Layout', () => require('./pages').layout, { virtual: true });
jest.mock('../app/routes/error', () => require('./pages').errorPage, { virtual: true });
jest.mock('../app/routes/not_found', () => require('./pages').notFound, { virtual: true });

let bff: FakeBff;
let errors: unknown[];
let undo: () => void;

beforeEach(async () => {
  errors = [];
  bff = await startFakeBff();
  bff.on('/gw/page/query', ({ query }) => {
    const path = query.get('path')!;
    const kind = path.includes('/faq') ? 'faq' : path.includes('/cart') ? 'cart' : 'not_found';
    return { data: pageFixture(kind, path) };
  });
});

afterEach(async () => {
  undo();
  await bff.close();
});

const renderer = () => rendererOf(bff, errors);

/** Opens a page like a browser: the renderer's HTML, then the application over it. */
async function open(path: string) {
  const url = `https://shop.test${path}`;
  const html = await (await renderer().document(new Request(url))).text();
  const dom = new JSDOM(html, { url });
  undo = installWindow(dom);
  const { document } = dom.window;
  const asked: string[] = [];
  const realFetch = globalThis.fetch;
  globalThis.fetch = async (target, init) => {
    // The renderer lives in this process too, and asks its gateway by full URL.
    if (!String(target).startsWith('/')) return realFetch(target, init);
    asked.push(String(target));
    return renderer().payload(new Request(new URL(String(target), url)));
  };
  const { payload, shown } = (await dataOf(dom))!;
  const translator = createTranslator(payload.lang, payload.texts);
  const routes = makeRoutes(
    {
      load: ({ request }) =>
        loadPage(
          request,
          fakeTab(translator, payload.build, () => router),
        ),
      gw: () => ({ get: refused, post: refused, seal: refused }),
      Footer: () => null,
    },
    table,
  );
  await loadLazyRoutes(matchRoutes(routes, dom.window.location) ?? []);
  const router = createBrowserRouter(routes, {
    window: dom.window as unknown as Window,
    hydrationData: {
      loaderData: payload.loaderData,
      actionData: payload.actionData,
      errors: payload.errors,
    },
  });
  const before = document.getElementById('root')!.innerHTML;
  // Imported only now: React looks for a document when it is loaded.
  const { hydrateRoot } = await import('react-dom/client');
  await act(async () => {
    hydrateRoot(
      document.getElementById('root')!,
      <Providers
        translator={translator}
        gw={null}
        navigate={(to, options) => router.navigate(to, options)}
      >
        <RouterProvider router={router} />
      </Providers>,
      { onRecoverableError: (error) => errors.push(error) },
    );
  });
  return { document, router, asked, before, shown };
}

/** What the boot script and the application do about the data. */
function dataOf({ window }: JSDOM) {
  const { styles } = window.document.getElementById('boot')!.dataset;
  const prefetched = styles ? prefetchPage(styles) : undefined;
  if (styles) {
    const links = window.document.querySelectorAll(`link[href="${styles}"]`);
    expect(links).toHaveLength(1);
    links[0]!.dispatchEvent(new window.Event('load'));
  }
  return hydrationData(prefetched);
}

async function refused() {
  return { ok: false, status: 409, code: 'sold_out', message: 'Sold out.', fields: {} } as const;
}

test.each(['/zh/cart', '/zh/no/such/page'])('%s hydrates from its own data', async (path) => {
  const { document, asked, before } = await open(path);
  expect(errors).toEqual([]);
  expect(document.getElementById('root')!.innerHTML).toBe(before);
  expect(asked).toEqual([]);
});

test('a page that is read hydrates from its payload', async () => {
  const { document, asked, before, shown } = await open('/en/faq');
  expect(errors).toEqual([]);
  expect(document.getElementById('root')!.innerHTML).toBe(before);
  expect(asked).toEqual(['/en/faq/_payload.json']);
  expect(shown).toBe(true);
});

test('a navigation is one request and brings texts, head, focus and announcement', async () => {
  const { document, router, asked } = await open('/zh/faq');
  await act(async () => {
    await router.navigate('/zh/cart?a=1');
  });
  expect(asked).toEqual(['/zh/faq/_payload.json', '/zh/cart/_payload.json?a=1']);
  expect(document.querySelector('h1')!.textContent).toBe('购物车');
  expect(document.title).toBe('标题 cart');
  expect(document.querySelector('link[rel=canonical]')!.getAttribute('href')).toContain('/zh/cart');
  expect(document.querySelectorAll('meta[name=description]')).toHaveLength(1);
  expect(document.activeElement).toBe(document.querySelector('h1'));
  expect(document.getElementById('announcer')!.textContent).toBe('标题 cart');
  expect(errors).toEqual([]);
});

test('a navigation to a missing page shows the not-found page inside the frame', async () => {
  const { document, router } = await open('/en/faq');
  await act(async () => {
    await router.navigate('/en/nowhere');
  });
  expect(document.querySelector('h1')!.textContent).toBe('Nothing here');
  expect(document.querySelector('header')).not.toBeNull();
});

test('what a form post has come to: idle, pending, success, error', async () => {
  const { document, router, asked } = await open('/en/cart');
  const status = () => document.getElementById('status')!.textContent;
  expect(status()).toBe('idle');
  const answered = globalThis.fetch;
  for (const [intent, outcome, readsAgain] of [
    ['stay', 'success', true],
    ['order', 'error', false],
  ] as const) {
    const before = asked.length;
    let answer = () => {};
    const gate = new Promise<void>((resolve) => (answer = resolve));
    globalThis.fetch = async (...call) => {
      await gate;
      return answered(...call);
    };
    const formData = new FormData();
    formData.set('intent', intent);
    let posted: Promise<void>;
    await act(async () => {
      posted = router.navigate('/en/cart', { formMethod: 'post', formData });
    });
    if (readsAgain) expect(status()).toBe('pending');
    await act(async () => {
      answer();
      await posted;
    });
    expect(status()).toBe(outcome);
    expect(asked.length > before).toBe(readsAgain);
  }
});
