/** @jest-environment jsdom */
import type { Session } from './session';

const CUSTOMER: Session = {
  isLogin: true,
  user: { firstName: 'Ada' },
  cartCount: 2,
  tenantId: 20,
  langId: 2,
};

let answers: ('lost' | number | Session)[];
let calls: number;
let seen: boolean[];
let refreshSession: typeof import('./session').refreshSession;

beforeEach(() => {
  jest.useFakeTimers();
  jest.resetModules();
  document.body.innerHTML = `<script id="boot" data-context="{}"></script>`;
  answers = [];
  calls = 0;
  seen = [];
  globalThis.fetch = jest.fn(() => {
    calls++;
    const answer = answers.shift() ?? 'lost';
    if (answer === 'lost') return Promise.reject(new TypeError('Failed to fetch'));
    const body = typeof answer === 'number' ? { success: false } : { success: true, data: answer };
    return Promise.resolve({ json: () => Promise.resolve(body) } as Response);
  });
  const session = require('./session') as typeof import('./session');
  refreshSession = session.refreshSession;
  session.onSession(({ isLogin }) => seen.push(isLogin));
});

afterEach(() => {
  jest.useRealTimers();
});

test('a session that could not be read is read again after longer and longer pauses', async () => {
  answers = ['lost', 'lost', 503, CUSTOMER];
  await refreshSession();
  await jest.advanceTimersByTimeAsync(1_900);
  expect(calls).toBe(1);
  await jest.advanceTimersByTimeAsync(200);
  expect(calls).toBe(2);
  await jest.advanceTimersByTimeAsync(4_000);
  expect(calls).toBe(3);
  expect(seen).toEqual([]);
  await jest.advanceTimersByTimeAsync(8_000);
  expect(seen).toEqual([true]);
  await jest.advanceTimersByTimeAsync(600_000);
  expect(calls).toBe(4);
});

test('it gives up after six pauses, until the network is back or the page is looked at again', async () => {
  await refreshSession();
  await jest.advanceTimersByTimeAsync(3_600_000);
  expect(calls).toBe(7);
  dispatchEvent(new Event('online'));
  await jest.advanceTimersByTimeAsync(0);
  expect(calls).toBe(8);
  answers = [CUSTOMER];
  document.dispatchEvent(new Event('visibilitychange'));
  await jest.advanceTimersByTimeAsync(0);
  expect(seen).toEqual([true]);
  dispatchEvent(new Event('online'));
  document.dispatchEvent(new Event('visibilitychange'));
  await jest.advanceTimersByTimeAsync(0);
  expect(calls).toBe(9);
});

test('a later call takes the place of the retry', async () => {
  answers = [503, CUSTOMER];
  await refreshSession();
  await refreshSession();
  expect(seen).toEqual([true]);
  await jest.advanceTimersByTimeAsync(600_000);
  expect(calls).toBe(2);
});
