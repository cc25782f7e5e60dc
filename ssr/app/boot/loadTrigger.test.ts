import { JSDOM, type DOMWindow } from 'jsdom';
import { loadOnTrigger, type LoadTrigger } from './loadTrigger';

let window: DOMWindow;
let loads: number;

beforeEach(() => {
  jest.useFakeTimers();
  loads = 0;
  ({ window } = new JSDOM('<body></body>'));
  Object.assign(globalThis, {
    window,
    document: { readyState: 'complete' },
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
  });
  connection({ saveData: false, effectiveType: '4g' });
});
afterEach(() => {
  jest.useRealTimers();
  for (const name of ['window', 'document', 'addEventListener', 'removeEventListener']) {
    Reflect.deleteProperty(globalThis, name);
  }
});

function connection(value: object): void {
  Object.defineProperty(globalThis, 'navigator', {
    configurable: true,
    value: { connection: value },
  });
}

function want(when: LoadTrigger): void {
  loadOnTrigger(when, async () => {
    loads++;
  });
}

test.each(['scroll', 'pointermove', 'pointerdown', 'keydown', 'focusin'])(
  'a page that is read loads the application once at %s',
  (sign) => {
    want('sign');
    window.dispatchEvent(new window.Event(sign));
    window.dispatchEvent(new window.Event(sign));
    jest.runAllTimers();
    expect(loads).toBe(1);
  },
);

test('a page that appears below a pointer that lies still waits until it moves', () => {
  want('sign');
  const moves = (movementX: number) =>
    window.dispatchEvent(
      Object.assign(new window.Event('pointermove'), { movementX, movementY: 0 }),
    );
  moves(0);
  expect(loads).toBe(0);
  moves(1);
  expect(loads).toBe(1);
});

test('without a sign a page that is read waits, one that is worked with does not', () => {
  want('sign');
  jest.advanceTimersByTime(5000);
  expect(loads).toBe(0);
  jest.advanceTimersByTime(5000);
  expect(loads).toBe(1);
  want('idle');
  jest.advanceTimersByTime(1600);
  expect(loads).toBe(2);
});

test('a load that failed is tried again at a sign, after a rest', async () => {
  Object.assign(globalThis, { reportError: () => undefined });
  loadOnTrigger('sign', async () => {
    loads++;
    if (loads === 1) throw new Error('offline');
  });
  const sign = () => window.dispatchEvent(new window.Event('keydown'));
  sign();
  await jest.advanceTimersByTimeAsync(4900);
  sign();
  expect(loads).toBe(1);
  await jest.advanceTimersByTimeAsync(200);
  sign();
  sign();
  await jest.advanceTimersByTimeAsync(20_000);
  expect(loads).toBe(2);
});

test('where every byte is paid for, only a page that is useless without it loads it', () => {
  connection({ saveData: true, effectiveType: '4g' });
  want('sign');
  want('idle');
  window.dispatchEvent(new window.Event('keydown'));
  jest.runAllTimers();
  expect(loads).toBe(0);
  want('now');
  expect(loads).toBe(1);
});
