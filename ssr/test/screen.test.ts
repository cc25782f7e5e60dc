import { JSDOM } from 'jsdom';
import { trackScreenSize } from '../app/state/screen';
import { notify, useShop } from '../app/state/store';
import constants from '../../shared/constants.json';

const dom = new JSDOM();
const scope = globalThis as unknown as Record<string, unknown>;
const NAMES = ['document', 'innerWidth', 'addEventListener'] as const;
const listeners: (() => void)[] = [];

beforeAll(() => {
  scope.document = dom.window.document;
  scope.addEventListener = (name: string, listener: () => void) => {
    if (name === 'resize') listeners.push(listener);
  };
});
afterAll(() => {
  for (const name of NAMES) delete scope[name];
});

function widen(width: number): void {
  scope.innerWidth = width;
  for (const listener of listeners) listener();
}

test('1200 px is the mobile layout, 767 px a small phone', () => {
  scope.innerWidth = 1440;
  trackScreenSize();
  for (const [width, wideScreen, smallScreen] of [
    [1440, true, false],
    [1201, true, false],
    [1200, false, false],
    [768, false, false],
    [767, false, true],
    [320, false, true],
  ] as const) {
    widen(width);
    expect(useShop.getState()).toMatchObject({ wideScreen, smallScreen });
  }
});

test('the flag of small phones decides between toast and notification', () => {
  jest.useFakeTimers();
  for (const [width, ms] of [
    [767, constants.toastMs],
    [768, constants.notificationMs],
  ] as const) {
    widen(width);
    notify('saved');
    jest.advanceTimersByTime(ms - 1);
    expect(useShop.getState().notices).toHaveLength(1);
    jest.advanceTimersByTime(1);
    expect(useShop.getState().notices).toHaveLength(0);
  }
  jest.useRealTimers();
});
