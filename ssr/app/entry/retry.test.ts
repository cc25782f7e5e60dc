import type { TFunction } from 'i18next';
import { useShop } from '../state/store';
import { clearRetry, offerRetry, retryWhenOnline } from './retry';

const t = ((key: string) => key) as TFunction;
const scope = globalThis as unknown as Record<string, unknown>;
let online: (() => void)[];
let retried: string[];

beforeEach(() => {
  online = [];
  retried = [];
  scope.document = {};
  scope.addEventListener = (name: string, listener: () => void) => {
    if (name === 'online') online.push(listener);
  };
  retryWhenOnline();
});
afterEach(() => {
  clearRetry();
  delete scope.document;
  delete scope.addEventListener;
});

const notices = () => useShop.getState().notices;
const offer = (what: 'send' | 'load', safe: boolean) =>
  offerRetry(t, { what, safe, retry: () => retried.push(what) });
const goOnline = () => online.forEach((listener) => listener());

test('the message stays, and its button retries once', () => {
  offer('send', false);
  const [{ message, durationMs, action }] = notices() as [ReturnType<typeof notices>[number]];
  expect({ message, durationMs }).toEqual({ message: 'common:error.send', durationMs: Infinity });
  action!.run();
  action!.run();
  expect(retried).toEqual(['send']);
  expect(notices()).toEqual([]);
});

test('there is one message: the latest failure', () => {
  offer('send', false);
  offer('load', true);
  expect(notices().map(({ message }) => message)).toEqual(['common:error.load']);
  notices()[0]!.action!.run();
  expect(retried).toEqual(['load']);
});

test('the network’s return retries what is safe, and nothing else', () => {
  offer('send', false);
  goOnline();
  expect(retried).toEqual([]);
  expect(notices()).toHaveLength(1);
  offer('load', true);
  goOnline();
  goOnline();
  expect(retried).toEqual(['load']);
  expect(notices()).toEqual([]);
});

test('what has worked meanwhile is not retried', () => {
  offer('load', true);
  clearRetry();
  goOnline();
  expect(retried).toEqual([]);
  expect(notices()).toEqual([]);
});
