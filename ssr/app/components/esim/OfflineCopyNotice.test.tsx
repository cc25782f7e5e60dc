/** @jest-environment jsdom */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { FakeCaches } from '../../../test/fakeCaches';
import { TranslatorContext } from '../../i18n/react';
import { translator } from '../testTexts';
import { OfflineCopyNotice } from './OfflineCopyNotice';

const mockPath = '/en/my-order/261121AAAAAAAAA/install';
jest.mock('react-router', () => ({ useLocation: () => ({ pathname: mockPath }) }));
jest.mock('../../boot/worker', () => ({ canCachePages: () => true, registerWorker: () => {} }));
(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

/** A response by the part that Cache Storage needs; the environment of the test has none. */
const page = () => {
  const headers = new Map([['x-kept-at', String(Date.now())]]);
  const text = async () => '<script data-build="b1"></script>';
  return { status: 200, headers, text, clone: () => page() } as unknown as Response;
};

let root: Root;
let land: (answer: Response) => void;
let fail: () => void;
let caches: FakeCaches;
beforeEach(() => {
  caches = new FakeCaches();
  Object.assign(globalThis, {
    caches,
    Headers: Map,
    Response: class {
      headers: unknown;
      constructor(
        private readonly body: string,
        init?: { headers: unknown },
      ) {
        this.headers = init?.headers;
      }
      text = async () => this.body;
      clone = () => this;
    },
    fetch: () =>
      new Promise((resolve, reject) => {
        land = resolve;
        fail = () => reject(new TypeError('no connection'));
      }),
  });
  Object.assign(AbortSignal, { timeout: () => undefined });
  localStorage.clear();
  document.body.innerHTML = '<div id="root"></div>';
  root = createRoot(document.getElementById('root')!);
});
afterEach(() => act(async () => root.unmount()));

const store = async () => caches.open('roamcart-installs');
const said = () => document.querySelector('[role=status]')?.textContent;
const press = () => act(async () => document.querySelector('button')!.click());
const show = () =>
  act(async () =>
    root.render(
      <TranslatorContext value={translator('en')}>
        <OfflineCopyNotice erased={false} />
      </TranslatorContext>,
    ),
  );

test('the copy of before is named while a new one is fetched, and when none comes', async () => {
  await (await store()).put(mockPath, page());
  await show();
  expect(said()).toMatch(/^This page and its install codes are kept/);
  await act(async () => fail());
  expect(said()).toMatch(/^This page and its install codes are kept/);
});

test('what is removed while it is fetched stays away', async () => {
  await (await store()).put(mockPath, page());
  await show();
  await press();
  const removed = said();
  await act(async () => land(page()));
  expect(await (await store()).keys()).toEqual([]);
  expect(said()).toBe(removed);
});

test('the first copy is named once it is there, and a failure says nothing', async () => {
  await show();
  expect(said()).toBeUndefined();
  await act(async () => fail());
  expect(said()).toBeUndefined();
});
