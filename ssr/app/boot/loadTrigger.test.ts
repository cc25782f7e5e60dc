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

function trigger(when: LoadTrigger): void {
  loadOnTrigger(when, async () => {
    loads++;
  });
}

test.each(['scroll', 'pointermove', 'pointerdown', 'keydown', 'focusin'])(
  'a page that is read loads the application once at %s',
  (event) => {
    trigger('interaction');
    window.dispatchEvent(new window.Event(event));
    window.dispatchEvent(new window.Event(event));
    jest.runAllTimers();
    expect(loads).toBe(1);
  },
);

test('a pointermove without movement is no interaction', () => {
  trigger('interaction');
  const moves = (movementX: number) =>
    window.dispatchEvent(
      Object.assign(new window.Event('pointermove'), { movementX, movementY: 0 }),
    );
  moves(0);
  expect(loads).toBe(0);
  moves(1);
  expect(loads).toBe(1);
});

test('without an interaction `interaction` loads later than `idle`', () => {
  trigger('interaction');
  jest.advanceTimersByTime(5000);
  expect(loads).toBe(0);
  jest.advanceTimersByTime(5000);
  expect(loads).toBe(1);
  trigger('idle');
  jest.advanceTimersByTime(1600);
  expect(loads).toBe(2);
});

test('a failed load is retried at the next interaction after 5 s', async () => {
  Object.assign(globalThis, { reportError: () => undefined });
  loadOnTrigger('interaction', async () => {
    loads++;
    if (loads === 1) throw new Error('offline');
  });
  const interact = () => window.dispatchEvent(new window.Event('keydown'));
  interact();
  await jest.advanceTimersByTimeAsync(4900);
  interact();
  expect(loads).toBe(1);
  await jest.advanceTimersByTimeAsync(200);
  interact();
  interact();
  await jest.advanceTimersByTimeAsync(20_000);
  expect(loads).toBe(2);
});

test('with Save-Data only `now` loads the application', () => {
  connection({ saveData: true, effectiveType: '4g' });
  trigger('interaction');
  trigger('idle');
  window.dispatchEvent(new window.Event('keydown'));
  jest.runAllTimers();
  expect(loads).toBe(0);
  trigger('now');
  expect(loads).toBe(1);
});
