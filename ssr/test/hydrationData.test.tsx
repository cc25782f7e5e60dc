import { JSDOM } from 'jsdom';
import { act } from 'react';
import type { Prefetched } from '../app/boot/prefetch';
import { hydrationData } from '../app/entry/hydrationData';
import type { PagePayload } from '../app/entry/payload';
import { installWindow, rendererOf } from './browser';
import { startFakeBff, type FakeBff } from './fakeBff';
import { assets, pageFixture } from './fixtures';

// The application takes over a page that came in one piece, with data that the boot script has asked for.

jest.mock('../app/components/frame/Layout', () => require('./pages').layout, { virtual: true });
jest.mock('../app/routes/error', () => require('./pages').errorPage, { virtual: true });
jest.mock('../app/routes/not_found', () => require('./pages').notFound, { virtual: true });
jest.mock('../app/router/table', () => ({ TABLE: require('./pages').table }));

const ADDRESS = 'https://shop.test/en/faq';
const PAYLOAD = `${ADDRESS}/_payload.json`;
let bff: FakeBff;
let title: string;
let undo: () => void;
let errors: unknown[];

beforeEach(async () => {
  errors = [];
  // What React tells of itself.
  Object.assign(globalThis, { reportError: (error: unknown) => errors.push(error) });
  bff = await startFakeBff();
  title = 'before';
  bff.on('/gw/page/query', ({ query }) => {
    const page = pageFixture('faq', query.get('path')!);
    return { data: { ...page, seo: { ...page.seo, title } } };
  });
  const dom = new JSDOM(await (await renderer().document(new Request(ADDRESS))).text(), {
    url: ADDRESS,
  });
  undo = installWindow(dom);
});

afterEach(async () => {
  undo();
  await bff.close();
  expect(errors).toEqual([]);
});

const renderer = () => rendererOf(bff, errors);

const payload = () => renderer().payload(new Request(PAYLOAD));

function prefetched(
  data: Promise<Response>,
  styles: Promise<unknown> = Promise.resolve(),
): Prefetched {
  return { data, styles };
}

describe('hydration data', () => {
  let reload: jest.Mock;
  beforeEach(() => {
    const { pathname, search } = location;
    reload = jest.fn();
    Object.defineProperty(globalThis, 'location', {
      value: { pathname, search, reload },
      configurable: true,
    });
  });

  test('are those of the page, and known to be shown already', async () => {
    const first = await hydrationData(prefetched(payload()));
    expect(first!.shown).toBe(true);
    expect(first!.payload).toMatchObject({ build: assets.build, lang: 'en' });
    expect(reload).not.toHaveBeenCalled();
  });

  test('are known to have changed', async () => {
    title = 'after';
    expect((await hydrationData(prefetched(payload())))!.shown).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });

  test('of a newer build reload the page, once', async () => {
    const body = (await (await payload()).json()) as PagePayload;
    for (let i = 0; i < 2; i += 1) {
      const newer = Promise.resolve(Response.json({ ...body, build: 'build-2' }));
      await expect(hydrationData(prefetched(newer))).resolves.toBeUndefined();
      expect(reload).toHaveBeenCalledTimes(1);
    }
  });

  test('that did not come, alone or without their styles, change nothing', async () => {
    const error = Promise.resolve(new Response('<p>bad gateway</p>', { status: 502 }));
    await expect(hydrationData(prefetched(error))).rejects.toThrow('no data of /en/faq');
    await expect(hydrationData(undefined)).rejects.toThrow('no data of /en/faq');
    const data = Promise.resolve(await payload());
    const styles = Promise.reject(new Error('no style sheet'));
    await expect(hydrationData(prefetched(data, styles))).rejects.toThrow('no style sheet');
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('hydration', () => {
  test('takes over what is shown', async () => {
    const shown = document.querySelector('h1');
    await start();
    expect(document.querySelector('h1')).toBe(shown);
    expect(shown!.textContent).toBe('Questions before');
  });

  test('renders anew what has changed since the HTML was made', async () => {
    const shown = document.querySelector('h1');
    expect(shown!.textContent).toBe('Questions before');
    title = 'after';
    await start();
    expect(document.querySelector('h1')).not.toBe(shown);
    expect([...document.querySelectorAll('h1')].map((h) => h.textContent)).toEqual([
      'Questions after',
    ]);
    expect(document.title).toBe('after');
  });

  async function start(): Promise<void> {
    // Imported only now: React looks for a document when it is loaded.
    const application = await import('../app/entry/client');
    const data = payload();
    const boot = {
      onSession: () => () => {},
      refreshSession: async () => {},
      prefetched: prefetched(data),
    };
    await act(() => application.start(boot));
  }
});
