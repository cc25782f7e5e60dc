/** @jest-environment jsdom */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { TranslatorContext } from '../../i18n/react';
import { ErrorSummary } from './ErrorSummary';
import { Field } from './Field';
import { translator } from '../testTexts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>';
  root = createRoot(document.getElementById('root')!);
});
afterEach(() => act(async () => root.unmount()));

async function show(fields: Record<string, string>, outcome: object, message?: string) {
  await act(async () =>
    root.render(
      <TranslatorContext.Provider value={translator('en')}>
        <ErrorSummary fields={fields} outcome={outcome} message={message} />
        <Field name="address.city" label="City" error={fields['address.city']} required />
        <Field name="email" label="Email" type="email" error={fields.email} required />
      </TranslatorContext.Provider>,
    ),
  );
}

test('each error leads to its field, which points back at its message', async () => {
  await show({ 'address.city': 'Please enter your city.' }, {});
  const link = document.querySelector<HTMLAnchorElement>('[role=alert] a')!;
  const input = document.querySelector<HTMLInputElement>(link.getAttribute('href')!)!;
  expect(input.name).toBe('address.city');
  expect(input.getAttribute('aria-invalid')).toBe('true');
  const described = document.getElementById(input.getAttribute('aria-describedby')!);
  expect(described?.textContent).toBe('Please enter your city.');
});

test('it takes the focus when it appears and again after a second refusal', async () => {
  await show({}, {}, 'The price has changed.');
  const box = document.querySelector('[role=alert]');
  expect(document.activeElement).toBe(box);
  document.querySelector('input')!.focus();
  await show({}, {}, 'The price has changed.');
  expect(document.activeElement).toBe(box);
});

test('without errors there is nothing', async () => {
  await show({}, {});
  expect(document.querySelector('[role=alert]')).toBeNull();
});

test('what is wrong is said until the field is right, and again when the next answer says so', async () => {
  const loaded = () => act(async () => void (await import('../../drafts/correctedErrors')));
  const wrong = { 'address.city': 'Please enter your city.', email: 'No email address.' };
  await show(wrong, {});
  await loaded();
  const input = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)!;
  const type = (name: string, value: string) => {
    input(name).value = value;
    input(name).dispatchEvent(new Event('input', { bubbles: true }));
  };
  const said = () =>
    [...document.querySelectorAll<HTMLElement>('[role=alert] li, [id$="-error"]')]
      .filter((element) => !element.closest('[hidden]'))
      .map(({ textContent }) => textContent);
  expect(said()).toHaveLength(4);
  type('email', 'ada@');
  expect(said()).toHaveLength(4);
  type('email', 'ada@example.com');
  expect(said()).toEqual(['Please enter your city.', 'Please enter your city.']);
  expect(input('email').getAttribute('aria-invalid')).toBe('false');
  expect(input('email').getAttribute('aria-describedby')).toBe('');
  type('address.city', 'Rome');
  expect(document.querySelector<HTMLElement>('[role=alert]')!.hidden).toBe(true);
  type('address.city', '');
  expect(document.querySelector<HTMLElement>('[role=alert]')!.hidden).toBe(false);
  type('address.city', 'Rome');
  await show(wrong, {});
  await loaded();
  expect(said()).toHaveLength(4);
  expect(input('email').getAttribute('aria-invalid')).toBe('true');
  type('email', 'ada@example.com');
  await show({ email: wrong.email }, {});
  await loaded();
  expect(said()).toEqual([wrong.email, wrong.email]);
});
