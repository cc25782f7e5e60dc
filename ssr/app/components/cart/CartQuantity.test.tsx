/** @jest-environment jsdom */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import type { CartItem } from '../../gw/types';
import { TranslatorContext } from '../../i18n/react';
import { translator } from '../testTexts';
import { CartQuantity } from './CartQuantity';

type Answer = (data?: unknown) => void;

let mockSent: { quantity: string; answer: Answer }[];
let mockData: unknown;
// A request is over for its sender before the page has been rendered with what it changed.
jest.mock('react-router', () => ({
  useFetcher: () => ({
    data: mockData,
    submit: (fields: Record<string, unknown>) =>
      new Promise<void>((resolve) => {
        mockSent.push({
          quantity: String(fields['quantity.7']),
          answer: (data) => {
            mockData = data;
            resolve();
          },
        });
      }),
  }),
}));
jest.mock('../../router/page', () => ({ useActionErrors: () => ({ failed: false }) }));
(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
beforeEach(() => {
  mockSent = [];
  mockData = undefined;
  document.body.innerHTML = '<div id="root"></div>';
  root = createRoot(document.getElementById('root')!);
});
afterEach(() => act(async () => root.unmount()));

const saved = (quantity: number) =>
  act(async () =>
    root.render(
      <TranslatorContext.Provider value={translator('en')}>
        <CartQuantity
          item={{ itemId: '7', name: 'Japan', quantity, maxQuantity: 99 } as CartItem}
        />
      </TranslatorContext.Provider>,
    ),
  );
const field = () => document.querySelector<HTMLInputElement>('input[type=number]')!;
const more = () =>
  act(async () => document.querySelectorAll<HTMLButtonElement>('button')[1]!.click());
const answer = (n: number, data: unknown = { ok: true }) =>
  act(async () => mockSent[n]!.answer(data));
const sent = () => mockSent.map(({ quantity }) => quantity);

test('presses are sent one after the other, and only the latest of those that wait', async () => {
  await saved(1);
  for (let n = 0; n < 4; n += 1) await more();
  expect(sent()).toEqual(['2']);
  await answer(0);
  expect(sent()).toEqual(['2', '5']);
  expect(field().value).toBe('5');
});

test('what was pressed stays on the screen until the page with it is there', async () => {
  await saved(1);
  await more();
  await more();
  await answer(0);
  await saved(2);
  // The page of the first answer is still the latest when the second request is over.
  await answer(1);
  expect(field().value).toBe('3');
  await saved(3);
  expect(field().value).toBe('3');
});

test('what is typed while an answer is rendered stays', async () => {
  await saved(1);
  await more();
  await more();
  await answer(0);
  await saved(2);
  field().focus();
  field().value = '98';
  await answer(1);
  await saved(3);
  expect(field().value).toBe('98');
  await more();
  expect(field().value).toBe('99');
  expect(sent()).toEqual(['2', '3', '99']);
});

test('an error brings back what is saved, and a change in another tab comes too', async () => {
  await saved(1);
  await more();
  await answer(0, { ok: false, fields: {}, message: 'No stock.' });
  expect(field().value).toBe('1');
  expect(document.querySelector('[role=alert]')!.textContent).toBe('No stock.');
  await saved(4);
  expect(field().value).toBe('4');
});
