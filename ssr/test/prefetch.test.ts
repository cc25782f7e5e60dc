import { JSDOM } from 'jsdom';
import type { RouteObject } from 'react-router';
import constants from '../../shared/constants.json';
import { onSession, refreshSession } from '../app/boot/session';
import { prefetchOnIntent } from '../app/entry/prefetch';

const real = {
  document: Object.getOwnPropertyDescriptor(globalThis, 'document'),
  location: Object.getOwnPropertyDescriptor(globalThis, 'location'),
  navigator: Object.getOwnPropertyDescriptor(globalThis, 'navigator'),
  fetch: Object.getOwnPropertyDescriptor(globalThis, 'fetch'),
};
let asked: string[];
let dom: JSDOM;

beforeEach(() => {
  asked = [];
  dom = new JSDOM('<script id="boot" data-context="{}"></script>', {
    url: 'https://shop.test/zh/faq',
  });
  put('document', dom.window.document);
  put('location', dom.window.location);
  put('navigator', {});
});
afterEach(() => {
  for (const [name, descriptor] of Object.entries(real)) {
    if (descriptor) Object.defineProperty(globalThis, name, descriptor);
    else Reflect.deleteProperty(globalThis, name);
  }
});

function put(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });
}

function routes(...pages: string[]): RouteObject[] {
  const children = pages.map((path) => ({
    id: path,
    path,
    lazy: () => {
      asked.push(path);
      return new Promise<never>(() => {});
    },
  }));
  return [{ path: '/:lang', children }];
}

async function answerSession(isLogin: boolean): Promise<void> {
  put('fetch', async () => Response.json({ success: true, data: { isLogin, cartCount: 0 } }));
  await refreshSession();
}

function touch(event: string, href: string): void {
  const link = dom.window.document.createElement('a');
  link.href = href;
  dom.window.document.body.append(link);
  link.dispatchEvent(new dom.window.Event(event, { bubbles: true }));
}

test.each(['pointerover', 'pointerdown', 'focusin'])(
  '%s on a link fetches its page once',
  (event) => {
    prefetchOnIntent(routes('faq', 'my-account/orders'), onSession);
    touch(event, '/zh/my-account/orders');
    touch(event, '/zh/my-account/orders');
    touch(event, 'https://elsewhere.test/zh/faq');
    expect(asked).toEqual(['my-account/orders']);
  },
);

test('nothing more while more than four are pending, and nothing at all where data is saved', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'my-account'];
  prefetchOnIntent(routes(...names), onSession);
  for (const name of names) touch('pointerover', `/zh/${name}`);
  expect(asked).toEqual(names.slice(0, constants.preloadMaxPending + 1));
  asked = [];
  put('navigator', { connection: { saveData: true } });
  prefetchOnIntent(routes('my-account'), onSession);
  touch('focusin', '/zh/my-account');
  expect(asked).toEqual([]);
});

test('my account is fetched as soon as somebody is logged in, for nobody else', async () => {
  prefetchOnIntent(routes('faq', 'my-account', 'my-account/orders'), onSession);
  await answerSession(false);
  expect(asked).toEqual([]);
  await answerSession(true);
  await answerSession(true);
  expect(asked).toEqual(['my-account']);
});
