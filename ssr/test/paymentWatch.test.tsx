import { JSDOM } from 'jsdom';
import { act } from 'react';
import type { Root } from 'react-dom/client';
import { usePaymentWatch } from '../app/components/payment/usePaymentWatch';
import type { PaymentView } from '../app/components/payment/paymentView';
import { installWindow } from './browser';

let mockAsked: number;
let mockRead: number;
jest.mock('../app/router/page', () => ({
  useBusy: () => false,
  useGw: () => ({
    get: () => {
      mockAsked += 1;
      return Promise.resolve({
        ok: true,
        data: { orderNo: 'A1', orderStatus: 'waiting_payment', attemptStatus: 'none' },
      });
    },
  }),
}));
jest.mock('react-router', () => ({
  useRevalidator: () => ({
    revalidate: () => {
      mockRead += 1;
      return Promise.resolve();
    },
  }),
}));

let undo: () => void;
let root: Root;

beforeEach(() => {
  jest.useFakeTimers();
  mockAsked = 0;
  mockRead = 0;
  undo = installWindow(
    new JSDOM('<div id="root"></div>', { url: 'https://shop.test/en/payment/A1' }),
  );
  Object.defineProperty(document, 'visibilityState', { get: () => 'visible' });
  const { createRoot } = require('react-dom/client') as typeof import('react-dom/client');
  root = createRoot(document.getElementById('root')!);
});
afterEach(() => {
  act(() => root.unmount());
  undo();
  jest.useRealTimers();
});

function Page({ view, on }: { view: PaymentView; on: boolean }) {
  usePaymentWatch('A1', view, 'none', on);
  return null;
}

const watch = (view: PaymentView, on = true) =>
  act(() => root.render(<Page view={view} on={on} />));

test('polls the payment status and reloads the page only after a change', async () => {
  watch('waiting');
  await jest.advanceTimersByTimeAsync(30_000);
  expect(mockAsked).toBeGreaterThanOrEqual(6);
  expect(mockRead).toBe(0);
});

test('after it the page is read again for what was bought, slower and slower, until that is there', async () => {
  watch('success');
  await jest.advanceTimersByTimeAsync(2000);
  expect(mockRead).toBe(1);
  await jest.advanceTimersByTimeAsync(600_000);
  const read = mockRead;
  expect(read).toBeLessThan(30);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(mockRead).toBe(read + 1);
  expect(mockAsked).toBe(0);
  watch('success', false);
  await jest.advanceTimersByTimeAsync(600_000);
  expect(mockRead).toBe(read + 1);
});

test('a tab that saw the order succeed goes on until money that goes back automatically is back', async () => {
  watch('undelivered');
  await jest.advanceTimersByTimeAsync(2000);
  expect(mockRead).toBe(1);
  await jest.advanceTimersByTimeAsync(120_000);
  expect(mockRead).toBeGreaterThan(5);
  expect(mockAsked).toBe(0);
});
