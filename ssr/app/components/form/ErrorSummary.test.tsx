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
