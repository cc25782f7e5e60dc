import type { TFunction } from 'i18next';
import { JSDOM } from 'jsdom';
import { UNREACHABLE } from '../gw/unreachable';
import { done, failed } from '../router/module';
import { useShop } from '../state/store';
import { clearRetry } from './retry';
import { trackSubmissions } from './submissions';

const t = ((key: string) => key) as TFunction;
const PAGE = new URL('https://shop.test/en/contact?from=faq');
const scope = globalThis as unknown as Record<string, unknown>;
let dom: JSDOM;
let form: HTMLFormElement;
let resent: { path: string; fields: FormData }[];
let submitting: ReturnType<typeof trackSubmissions>;
let sentAgain: (HTMLElement | null)[];
let now: number;

beforeEach(() => {
  dom = new JSDOM('<form><input name="email"><button name="intent" value="go"></button></form>');
  form = dom.window.document.forms[0]!;
  sentAgain = [];
  form.requestSubmit = (button = null) => sentAgain.push(button);
  resent = [];
  now = 0;
  scope.document = dom.window.document;
  online(true);
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  submitting = trackSubmissions(t, (path, fields) => resent.push({ path, fields }));
});
afterEach(() => {
  clearRetry();
  jest.restoreAllMocks();
  delete scope.document;
  dom.window.close();
});

function online(onLine: boolean): void {
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { onLine } });
}

/** Presses the button of the form, at a time in milliseconds. */
function submit(at = 0): void {
  const event = new dom.window.SubmitEvent('submit', {
    bubbles: true,
    submitter: form.querySelector('button'),
  });
  Object.defineProperty(event, 'timeStamp', { value: at });
  form.dispatchEvent(event);
}

const unsent = () => failed(fields(), UNREACHABLE);
const notices = () => useShop.getState().notices;
const retry = () => notices()[0]!.action!.run();

function fields(): FormData {
  const data = new FormData();
  data.set('email', 'ada@example.com');
  return data;
}

test('a form that is still there is sent again with the button that was pressed', () => {
  submit();
  submitting(PAGE)(unsent(), fields());
  expect(notices().map(({ message }) => message)).toEqual(['common:error.send']);
  retry();
  expect(sentAgain).toEqual([form.querySelector('button')]);
  expect(resent).toEqual([]);
});

test('a button that has gone is not pressed again', () => {
  submit();
  submitting(PAGE)(unsent(), fields());
  form.querySelector('button')!.remove();
  retry();
  expect(sentAgain).toEqual([null]);
});

test('a form that has gone is sent as it was', () => {
  submit();
  submitting(PAGE)(unsent(), fields());
  form.remove();
  retry();
  expect(sentAgain).toEqual([]);
  expect(resent.map(({ path }) => path)).toEqual(['/en/contact?from=faq']);
  expect(resent[0]!.fields.get('email')).toBe('ada@example.com');
});

test('a post long after the press, or the second after it, is not that form’s', () => {
  submit(0);
  now = 600;
  submitting(PAGE)(unsent(), fields());
  retry();
  submit(600);
  submitting(PAGE)(done(), fields());
  submitting(PAGE)(unsent(), fields());
  retry();
  expect(sentAgain).toEqual([]);
  expect(resent).toHaveLength(2);
});

test('what was answered, with yes or no, is not offered again', () => {
  submitting(PAGE)(unsent(), fields());
  expect(notices()).toHaveLength(1);
  submitting(PAGE)(failed(fields(), { ...UNREACHABLE, status: 422, code: 'invalid' }), fields());
  expect(notices()).toEqual([]);
  submitting(PAGE)(unsent(), fields());
  submitting(PAGE)(Response.redirect('https://shop.test/en/cart', 303), fields());
  expect(notices()).toEqual([]);
});

test('only what was sent without a network is retried by itself', () => {
  const listeners: (() => void)[] = [];
  scope.addEventListener = (_: string, listener: () => void) => listeners.push(listener);
  const { retryWhenOnline } = jest.requireActual<typeof import('./retry')>('./retry');
  retryWhenOnline();
  submitting(PAGE)(unsent(), fields());
  listeners.forEach((run) => run());
  expect(resent).toHaveLength(0);
  online(false);
  const ended = submitting(PAGE);
  online(true);
  ended(unsent(), fields());
  listeners.forEach((run) => run());
  expect(resent).toHaveLength(1);
  delete scope.addEventListener;
});
