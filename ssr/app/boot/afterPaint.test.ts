import { afterPaint } from './afterPaint';

let painted: () => void;
let idle: (() => void)[];
let runs: number;

beforeEach(() => {
  jest.useFakeTimers();
  painted = () => undefined;
  idle = [];
  runs = 0;
  const requestIdleCallback = (task: () => void) => idle.push(task);
  Object.assign(globalThis, { window: { requestIdleCallback }, requestIdleCallback });
  browserThatSays(['paint']);
});
afterEach(() => {
  jest.useRealTimers();
  for (const name of [
    'window',
    'requestIdleCallback',
    'PerformanceObserver',
    'requestAnimationFrame',
  ]) {
    Reflect.deleteProperty(globalThis, name);
  }
});

function browserThatSays(supportedEntryTypes: string[]): void {
  class Observer {
    static supportedEntryTypes = supportedEntryTypes;
    constructor(callback: () => void) {
      painted = callback;
    }
    observe() {}
  }
  Object.assign(globalThis, { PerformanceObserver: Observer });
}

const task = () => {
  runs++;
};
const rest = () => idle.splice(0).forEach((run) => run());

test('what can wait runs once, after the first paint, when there is nothing else to do', () => {
  afterPaint(task);
  rest();
  expect(runs).toBe(0);
  painted();
  expect(runs).toBe(0);
  rest();
  painted();
  jest.runAllTimers();
  rest();
  expect(runs).toBe(1);
});

test('a page that is not painted, in a tab behind, does not wait for ever', () => {
  afterPaint(task);
  jest.advanceTimersByTime(900);
  rest();
  expect(runs).toBe(0);
  jest.advanceTimersByTime(200);
  rest();
  expect(runs).toBe(1);
});

test('without PerformanceObserver and requestIdleCallback the task runs after a frame', () => {
  browserThatSays([]);
  Object.assign(globalThis, { window: {}, requestAnimationFrame: (run: () => void) => run() });
  afterPaint(task);
  expect(runs).toBe(0);
  jest.advanceTimersByTime(300);
  expect(runs).toBe(1);
});
