import { JSDOM } from 'jsdom';
import { act, useLayoutEffect, useState } from 'react';
import type { Root } from 'react-dom/client';
import { installWindow } from '../../ssr/test/browser';
import { ApiError } from './api/client';
import { useBasis } from './useBasis';

let mockRead: () => void;
jest.mock('react-router', () => ({
  useRevalidator: () => ({ revalidate: () => Promise.resolve(mockRead()) }),
}));
jest.mock('./i18n', () => ({ i18n: { t: (key: string) => key }, currentLang: () => 'en' }));

type Basis = ReturnType<typeof useBasis<{ text: string; revision: string }>>;

let undo: () => void;
let root: Root;
let basis: Basis;
let readAs: (now: { text: string; revision: string } | undefined) => void;

beforeEach(() => {
  undo = installWindow(new JSDOM('<div id="root"></div>', { url: 'https://shop.test/studio' }));
  const { createRoot } = require('react-dom/client') as typeof import('react-dom/client');
  root = createRoot(document.getElementById('root')!);
  act(() => root.render(<Page />));
  // A save waits for what it renders, which in `act` comes last.
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = false;
});
afterEach(async () => {
  root.unmount();
  // React's last work needs the window.
  await new Promise((resolve) => setTimeout(resolve));
  undo();
});

/** A page whose form is there as long as something can be changed. */
function Page() {
  const [now, setNow] = useState<{ text: string; revision: string } | undefined>({
    text: 'one',
    revision: '1',
  });
  useLayoutEffect(() => {
    readAs = setNow;
  }, []);
  return now ? <Form now={now} /> : null;
}

function Form({ now }: { now: { text: string; revision: string } }) {
  const of = useBasis(now);
  useLayoutEffect(() => {
    basis = of;
  });
  return null;
}

const overtaken = () => new ApiError('Bo was first.', 'text_overtaken', 409);
/** Saves `mine`, with an answer to each request. @returns the revisions that were sent, and the error */
async function save(mine: string, ...answers: (ApiError | undefined)[]) {
  const sent: string[] = [];
  const saving = basis.save(
    mine,
    ({ text }) => text,
    (revision) => {
      sent.push(revision);
      const answer = answers.shift();
      return answer ? Promise.reject(answer) : Promise.resolve();
    },
  );
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error('never ends')), 1000));
  const failure: unknown = await Promise.race([saving, late]).catch((error: unknown) => error);
  await new Promise((resolve) => setTimeout(resolve, 20)); // what it shows is rendered
  return { sent, code: failure instanceof ApiError ? failure.code : failure };
}

test('a change that somebody else has overtaken is a conflict', async () => {
  mockRead = () => readAs({ text: 'theirs', revision: '2' });
  expect(await save('mine', overtaken())).toEqual({ sent: ['1'], code: 'text_overtaken' });
  expect(basis.conflict).toEqual({ mine: 'mine', theirs: 'theirs', open: true });
});

test('what is saved already is no conflict', async () => {
  mockRead = () => readAs({ text: 'mine', revision: '2' });
  expect(await save('mine', overtaken())).toEqual({ sent: ['1'], code: undefined });
});

// The parcel has left meanwhile: its address can be changed no more.
test('a form that is gone when the page is read again asks why', async () => {
  mockRead = () => readAs(undefined);
  const left = new ApiError('The parcel has left.', 'parcel_left', 409);
  expect(await save('mine', overtaken(), left)).toEqual({ sent: ['1', '1'], code: 'parcel_left' });
});
