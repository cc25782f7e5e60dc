import { JSDOM } from 'jsdom';
import { act } from 'react';
import type { Root } from 'react-dom/client';
import { usePolling } from '../app/router/usePolling';
import { installWindow } from './browser';

let mockBusy: boolean;
jest.mock('../app/router/page', () => ({ useBusy: () => mockBusy }));

const INTERVAL = { firstMs: 1000, lastMs: 2000 };
let undo: () => void;
let root: Root;
let polls: number;
let answer: () => Promise<unknown>;
let visibility: DocumentVisibilityState;

beforeEach(() => {
  jest.useFakeTimers();
  const dom = new JSDOM('<div id="root"></div>', { url: 'https://shop.test/en/faq' });
  undo = installWindow(dom);
  visibility = 'visible';
  Object.defineProperty(document, 'visibilityState', { get: () => visibility });
  mockBusy = false;
  polls = 0;
  answer = async () => undefined;
  // Only now: React looks for a document when it is loaded.
  const { createRoot } = require('react-dom/client') as typeof import('react-dom/client');
  root = createRoot(document.getElementById('root')!);
});
afterEach(() => {
  act(() => root.unmount());
  undo();
  jest.useRealTimers();
});

function Page({ on }: { on: boolean }) {
  const poll = () => {
    polls += 1;
    return answer();
  };
  usePolling(poll, on, INTERVAL);
  return null;
}

const render = (on: boolean) => act(() => root.render(<Page on={on} />));
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

function show(state: DocumentVisibilityState): void {
  visibility = state;
  document.dispatchEvent(new window.Event('visibilitychange'));
}

/** After how many milliseconds each of the next polls came. */
async function waits(count: number): Promise<number[]> {
  const found: number[] = [];
  for (let waited = 0; found.length < count;) {
    const before = polls;
    await pass(10);
    waited += 10;
    if (polls === before) continue;
    found.push(waited);
    waited = 0;
  }
  return found;
}

test('backs off from the first interval to the last', async () => {
  render(true);
  const [first, second, ...later] = await waits(6);
  expect([first, second]).toEqual([1000, 1250]);
  expect(later.at(-1)).toBe(2000);
  expect(later).toEqual([...later].sort((a, b) => a - b));
});

test('the next poll waits for the answer of the last', async () => {
  let settle = () => {};
  answer = () => new Promise<void>((resolve) => (settle = resolve));
  render(true);
  await pass(60_000);
  expect(polls).toBe(1);
  settle();
  await pass(1300);
  expect(polls).toBe(2);
});

test('stops when it is off, and when the page is left', async () => {
  render(true);
  await pass(1000);
  expect(polls).toBe(1);
  render(false);
  await pass(60_000);
  expect(polls).toBe(1);
  render(true);
  act(() => root.render(null));
  await pass(60_000);
  show('visible');
  await pass(60_000);
  expect(polls).toBe(1);
});

test('an answer that comes after the page is left starts nothing', async () => {
  let settle = () => {};
  answer = () => new Promise<void>((resolve) => (settle = resolve));
  render(true);
  await pass(1000);
  act(() => root.render(null));
  settle();
  await pass(60_000);
  expect(polls).toBe(1);
  expect(jest.getTimerCount()).toBe(0);
});

test('pauses while nobody sees the tab, and starts anew when somebody does', async () => {
  render(true);
  await waits(4);
  show('hidden');
  await pass(60_000);
  expect(polls).toBe(4);
  show('visible');
  expect(await waits(2)).toEqual([1000, 1250]);
});

test('never beside a navigation or form post, and goes on after it', async () => {
  mockBusy = true;
  render(true);
  await pass(10_000);
  expect(polls).toBe(0);
  mockBusy = false;
  render(true);
  await pass(2000);
  expect(polls).toBe(1);
});
