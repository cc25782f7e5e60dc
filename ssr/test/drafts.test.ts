import { JSDOM } from 'jsdom';
import { loadDraft, deleteDraft, saveDraft } from '../app/drafts/drafts';
import { trackForm, type DraftOptions } from '../app/drafts/trackForm';
import { clearTabStorage } from '../app/state/flash';

const HTML = `<!doctype html><form>
  <input name="firstName" value="Ada"><input name="lastName">
  <input name="hint" type="hidden" value="1"><input name="password" type="password">
  <input name="code"><input name="agree" type="checkbox" value="1">
  <input name="saveAddress" type="checkbox" value="1">
  <input name="shippingMethod" type="radio" value="standard" checked>
  <input name="shippingMethod" type="radio" value="express">
  <input name="shippingMethod" type="radio" value="pigeon">
  <select name="address.country"><option value=""></option><option>HK</option><option>JP</option></select>
  <textarea name="message"></textarea>
</form>`;
const NAMES = [
  'document',
  'sessionStorage',
  'HTMLInputElement',
  'HTMLSelectElement',
  'HTMLTextAreaElement',
] as const;
const scope = globalThis as unknown as Record<string, unknown>;
let dom: JSDOM;

beforeEach(() => {
  dom = new JSDOM('', { url: 'https://shop.test/en/order' });
  for (const name of NAMES) {
    Object.defineProperty(scope, name, { value: dom.window[name], configurable: true });
  }
});
afterEach(() => {
  for (const name of NAMES) delete scope[name];
});

/** A new document of the form, which this page follows. */
function open(following: DraftOptions = {}): { form: HTMLFormElement; type: Typing } {
  document.body.innerHTML = HTML;
  const form = document.forms[0]!;
  trackForm(form, { draft: 'order', ...following });
  return { form, type: (name, value) => typeIn(form, name, value) };
}

type Typing = (name: string, value: string) => void;

function typeIn(form: HTMLFormElement, name: string, value: string): void {
  form.querySelector<HTMLInputElement>(`[name="${name}"]`)!.value = value;
  form.dispatchEvent(new dom.window.Event('input'));
}

function tick(form: HTMLFormElement, name: string, value: string): void {
  form.querySelector<HTMLInputElement>(`[name="${name}"][value="${value}"]`)!.checked = true;
  form.dispatchEvent(new dom.window.Event('input'));
}

test('what was typed is there again, but no password, code or consent', () => {
  const { form, type } = open();
  type('firstName', 'Grace');
  type('message', 'a\nb');
  type('address.country', 'JP');
  type('password', 'Secret-123');
  type('code', '123456');
  type('hint', '2');
  tick(form, 'shippingMethod', 'express');
  tick(form, 'agree', '1');
  tick(form, 'saveAddress', '1');
  expect(sessionStorage.getItem('roamcart.drafts')).not.toMatch(/Secret-123|123456|agree|hint/);

  const restored: string[] = [];
  const again = open({ touched: (names) => restored.push(...names) }).form;
  expect(Object.fromEntries(new dom.window.FormData(again))).toEqual({
    firstName: 'Grace',
    lastName: '',
    hint: '1',
    password: '',
    code: '',
    saveAddress: '1',
    shippingMethod: 'express',
    'address.country': 'JP',
    message: 'a\nb',
  });
  expect(restored.sort()).toEqual(
    ['address.country', 'firstName', 'message', 'saveAddress', 'shippingMethod'].sort(),
  );
});

test('what is in the fields already stays', () => {
  const first = open();
  first.type('firstName', 'Grace');
  first.type('message', 'old');
  tick(first.form, 'shippingMethod', 'express');
  document.body.innerHTML = HTML;
  const form = document.forms[0]!;
  (form.elements.namedItem('message') as HTMLTextAreaElement).value = 'typed before React ran';
  form.querySelector<HTMLInputElement>('[value="pigeon"]')!.checked = true;
  trackForm(form, { draft: 'order' });
  const now = Object.fromEntries(new dom.window.FormData(form));
  expect(now).toMatchObject({
    firstName: 'Grace',
    message: 'typed before React ran',
    shippingMethod: 'pigeon',
  });
  // And is kept from now on, although nothing more was typed.
  expect(loadDraft('order', '')).toMatchObject({ message: ['typed before React ran'] });
});

test('a country that is not offered any more is not chosen, and an answer of the server is left alone', () => {
  saveDraft('order', '', { 'address.country': ['XX'], lastName: ['Hopper'] });
  const { form } = open();
  expect(new dom.window.FormData(form).get('address.country')).toBe('');
  expect(new dom.window.FormData(form).get('lastName')).toBe('Hopper');
  expect(new dom.window.FormData(open({ answered: true }).form).get('lastName')).toBe('');
});

test('a draft is its owner’s, for an hour, until the form has done its work or the session ends', () => {
  const values = { firstName: ['Grace'] };
  saveDraft('order', 'grace@example.com', values, 1000);
  saveDraft('contact', '', values, 1000);
  expect(loadDraft('order', 'grace@example.com', 3_600_999)).toEqual(values);
  expect(loadDraft('order', '', 2000)).toBeUndefined();
  // Looking for somebody else's erases it.
  expect(loadDraft('order', 'grace@example.com', 2000)).toBeUndefined();
  expect(loadDraft('contact', '', 3_601_000)).toBeUndefined();
  saveDraft('contact', '', values);
  deleteDraft('contact');
  expect(loadDraft('contact', '')).toBeUndefined();
  saveDraft('contact', '', values);
  clearTabStorage();
  expect(sessionStorage).toHaveLength(0);
});

test('where storage is refused the form works, and nothing is kept', () => {
  Object.defineProperty(scope, 'sessionStorage', {
    get: () => {
      throw new Error('refused');
    },
    configurable: true,
  });
  const { type } = open();
  expect(() => type('firstName', 'Grace')).not.toThrow();
  expect(() => clearTabStorage()).not.toThrow();
  expect(loadDraft('order', '')).toBeUndefined();
});
