import { JSDOM } from 'jsdom';
import { act } from 'react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { StaticFooter } from '../app/components/frame/StaticFooter';
import { installWindow } from './browser';
import { openShop } from './shopPages';

let undo = () => {};
afterEach(() => undo());

const GUEST_PAGE = '/en/login';
const errors: unknown[] = [];

async function htmlOf(kind: 'faq' | 'login', path: string): Promise<string> {
  const data = kind === 'faq' ? { items: [], keyword: '' } : {};
  const shop = await openShop(kind, data as never);
  try {
    return (await shop.open(path)).html;
  } finally {
    await shop.close();
  }
}

/** Takes over the footer of a document as the application does, with pages that show it (`faq`) and hide it (`login`). */
async function takeOver(kind: 'faq' | 'login', path: string) {
  const html = await htmlOf(kind, path);
  const outer = /<(footer|template) data-footer[^]*?<\/\1>/.exec(html)![0];
  const dom = new JSDOM(`<div id="root">${outer}</div>`, { url: `https://shop.test${path}` });
  undo = installWindow(dom);
  // Imported only now: React looks for a document when it is loaded.
  const { hydrateRoot } = await import('react-dom/client');
  const Frame = () => <StaticFooter hidden={useLocation().pathname === GUEST_PAGE} />;
  const router = createMemoryRouter([{ path: '*', Component: Frame }], { initialEntries: [path] });
  const root = dom.window.document.getElementById('root')!;
  const before = root.innerHTML;
  await act(async () => {
    hydrateRoot(root, <RouterProvider router={router} />, {
      onRecoverableError: (error) => errors.push(error),
    });
  });
  // JSDOM cannot load documents.
  dom.window.addEventListener('click', (event) => event.preventDefault());
  const press = (selector: string, init: MouseEventInit = {}) => {
    const event = new dom.window.MouseEvent('click', { bubbles: true, cancelable: true, ...init });
    return act(async () => {
      root.querySelector(selector)!.dispatchEvent(event);
    });
  };
  return { root, router, before, press };
}

test('what the server rendered stays as it is, and its links are followed without a document', async () => {
  const { root, router, before, press } = await takeOver('faq', '/en/faq');
  expect(root.innerHTML).toBe(before);
  expect(errors).toEqual([]);
  await press('a[href="/en/why-us"]');
  expect(router.state.location.pathname).toBe('/en/why-us');
  expect(router.state.historyAction).toBe('PUSH');
  expect(root.innerHTML).toBe(before);
});

test('a link to the page that is shown does not fill the history', async () => {
  const { router, press } = await takeOver('faq', '/en/faq');
  await press('a[href="/en/faq"]');
  expect(router.state.historyAction).toBe('REPLACE');
});

test.each([
  ['a call', 'a[href^="tel:"]', {}],
  ['a mail', 'a[href^="mailto:"]', {}],
  ['another site', 'a[target="_blank"]', {}],
  ['a new tab', 'a[href="/en/why-us"]', { ctrlKey: true }],
  ['a new window', 'a[href="/en/why-us"]', { shiftKey: true }],
  ['no link', 'h2', {}],
])('%s is left to the browser', async (_, selector, init) => {
  const { router, press } = await takeOver('faq', '/en/faq');
  await press(selector, init);
  expect(router.state.location.pathname).toBe('/en/faq');
  expect(router.state.historyAction).toBe('POP');
});

test('a page without a footer has it ready for the next page', async () => {
  const { root, router } = await takeOver('login', GUEST_PAGE);
  expect(root.querySelector('footer')).toBeNull();
  expect(errors).toEqual([]);
  await act(async () => router.navigate('/en/faq'));
  expect(root.querySelector('footer a[href="/en/why-us"]')).not.toBeNull();
  await act(async () => router.navigate(GUEST_PAGE));
  expect(root.querySelector('footer')).toBeNull();
});

test('its texts are not sent to the browser', async () => {
  const html = await htmlOf('login', GUEST_PAGE);
  const payload = /id="__payload">([^<]*)</.exec(html)![1]!;
  expect(Object.keys(JSON.parse(payload).texts)).toContain('common');
  expect(Object.keys(JSON.parse(payload).texts)).not.toContain('footer');
});
