import { JSDOM } from 'jsdom';
import { captureEarlyInput } from './earlyInput';

const HTML = `<form id="search"><input name="keyword" value="japan"></form>
<form id="order">
  <input type="hidden" name="key" value="1"><input name="email"><input name="password" type="password">
  <input name="line"><input name="line"><input name="agree" type="checkbox">
  <input name="way" type="radio" value="a" checked><input name="way" type="radio" value="b">
  <select name="country"><option>HK</option><option>JP</option></select><textarea name="note"></textarea>
  <input type="submit" name="go" value="Go">
</form>`;
const scope = globalThis as unknown as Record<string, unknown>;
let dom: JSDOM;

beforeEach(() => {
  dom = new JSDOM(HTML);
  const { document, Event, HTMLInputElement, HTMLSelectElement } = dom.window;
  Object.assign(scope, { document, Event, HTMLInputElement, HTMLSelectElement });
});
afterEach(() => {
  for (const name of ['document', 'HTMLInputElement', 'HTMLSelectElement']) delete scope[name];
  dom.window.close();
});

const RealEvent = globalThis.Event;
afterAll(() => {
  globalThis.Event = RealEvent;
});

const all = <T extends HTMLElement = HTMLInputElement>(selector: string) => [
  ...document.querySelectorAll<T>(selector),
];
const set = (selector: string, value: string) => {
  all(selector)[0]!.value = value;
};

/** The document as the application renders it anew. */
function renderAnew(html = HTML): void {
  document.body.innerHTML = html;
}

const sent = (id: string) =>
  Object.fromEntries(new dom.window.FormData(document.forms.namedItem(id)!));

test('what was put in is put in again, passwords and consents as well', () => {
  set('[name=email]', 'ada@example.com');
  set('[name=password]', 'Secret-123');
  set('[name=note]', 'a\nb');
  set('[name=country]', 'JP');
  all('[name=agree]')[0]!.checked = true;
  all('[value=b]')[0]!.checked = true;
  const restore = captureEarlyInput();
  renderAnew();
  restore();
  expect(sent('order')).toEqual({
    key: '1',
    email: 'ada@example.com',
    password: 'Secret-123',
    line: '',
    agree: 'on',
    way: 'b',
    country: 'JP',
    note: 'a\nb',
  });
});

test('fields of one name, and forms, are told apart by their place', () => {
  all('[name=line]')[1]!.value = 'second';
  const restore = captureEarlyInput();
  renderAnew();
  restore();
  expect(all('[name=line]').map(({ value }) => value)).toEqual(['', 'second']);
  expect(sent('search')).toEqual({ keyword: 'japan' });
});

test('what nobody touched is left as it is rendered', () => {
  set('[name=email]', 'ada@example.com');
  const restore = captureEarlyInput();
  renderAnew(HTML.replace('value="japan"', 'value="korea"'));
  restore();
  expect(sent('search')).toEqual({ keyword: 'korea' });
});

test('React hears of it: fields tell that they changed, boxes are pressed', () => {
  set('[name=email]', 'ada@example.com');
  all('[name=agree]')[0]!.checked = true;
  const restore = captureEarlyInput();
  renderAnew();
  const heard: string[] = [];
  for (const name of ['input', 'click']) {
    document.addEventListener(name, ({ target }) =>
      heard.push(`${name} ${(target as HTMLInputElement).name}`),
    );
  }
  restore();
  expect(heard).toContain('input email');
  expect(heard).toContain('click agree');
});

test('what is typed while the application renders is put in again, too, and the field keeps the focus', () => {
  document.body.innerHTML = HTML;
  set('[name=email]', 'ada');
  const restore = captureEarlyInput();
  const email = all('[name=email]')[0]!;
  email.focus();
  email.value = 'ada@example.com';
  all('[name=agree]')[0]!.checked = true;
  renderAnew();
  expect(document.activeElement).toBe(document.body);
  restore();
  expect(sent('order')).toMatchObject({ email: 'ada@example.com', agree: 'on' });
  expect(document.activeElement).toBe(all('[name=email]')[0]);
});

test('a form that is not rendered any more is forgotten', () => {
  set('[name=email]', 'ada@example.com');
  const restore = captureEarlyInput();
  renderAnew('<form><input name="keyword"></form>');
  expect(restore).not.toThrow();
  expect(all('[name=keyword]')[0]!.value).toBe('');
});

describe('what is opened', () => {
  const OPENED = `<details><summary>Help</summary></details><details><summary>Help</summary></details>
    <details open><summary>Filters</summary></details><dialog id="codes"></dialog><dialog id="region"></dialog>`;
  const open = (selector: string) =>
    all<HTMLDetailsElement | HTMLDialogElement>(selector).map((element) => element.open);

  beforeEach(() => {
    document.body.innerHTML = OPENED;
    dom.window.HTMLDialogElement.prototype.showModal = function () {
      this.open = true;
    };
  });

  test('before and while the application renders is open again, and what was closed is closed', () => {
    all<HTMLDialogElement>('#codes')[0]!.showModal();
    all<HTMLDetailsElement>('details')[2]!.open = false;
    const restore = captureEarlyInput();
    all<HTMLDetailsElement>('details')[1]!.open = true;
    renderAnew(OPENED);
    restore();
    expect(open('details')).toEqual([false, true, false]);
    expect(open('dialog')).toEqual([true, false]);
  });

  test('and is not rendered any more, is forgotten; what is new stays as it is rendered', () => {
    all<HTMLDetailsElement>('details')[0]!.open = true;
    const restore = captureEarlyInput();
    renderAnew('<details open><summary>New</summary></details>');
    restore();
    expect(open('details')).toEqual([true]);
  });
});
