import { ApiError } from '../api/client';
import { DraftAutosave } from './draftAutosave';
import type { Draft } from './types';

// Drafts over a bad network, against a server that answers a save as `SaveWorking` in bff/editor does.

jest.mock('../i18n', () => ({ i18n: { t: (key: string) => key }, currentLang: () => 'en' }));

const kept = new Map<string, string>();
globalThis.localStorage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
} as unknown as Storage;

const realFetch = globalThis.fetch;
beforeEach(() => {
  jest.useFakeTimers();
  kept.clear();
});
afterEach(() => {
  jest.useRealTimers();
  globalThis.fetch = realFetch;
});

const draft = { source: 'A', revision: '1', newest: '7' } as Draft;

function server() {
  const now = { ...draft };
  const state = { now, losesAnswer: false };
  globalThis.fetch = async (_, init) => {
    const sent = JSON.parse(init!.body as string) as { source: string; revision: string };
    if (sent.source !== now.source) {
      if (sent.revision !== now.revision)
        return Response.json({ code: 'texts_overtaken', data: { now } }, { status: 409 });
      now.source = sent.source;
      now.revision = String(Number(now.revision) + 1);
    }
    if (state.losesAnswer) throw new TypeError('network');
    return Response.json({ draft: now });
  };
  return state;
}

test('a save whose answer was lost is no conflict with oneself, also when more was typed', async () => {
  const shop = server();
  const autosave = new DraftAutosave('/x', draft);
  autosave.change('AB');
  shop.losesAnswer = true;
  await expect(autosave.save()).resolves.toBe(false);
  autosave.change('ABC');
  shop.losesAnswer = false;
  await expect(autosave.save()).resolves.toBe(true);
  expect(autosave.snapshot().status).toBe('saved');
  expect(shop.now).toMatchObject({ source: 'ABC', revision: '3' });
});

test('nor after the page was loaded again', async () => {
  const shop = server();
  const before = new DraftAutosave('/x', draft);
  before.change('AB');
  shop.losesAnswer = true;
  await before.save();
  before.change('ABC');
  before.stop();
  shop.losesAnswer = false;
  const autosave = new DraftAutosave('/x', { ...shop.now });
  await expect(autosave.save()).resolves.toBe(true);
  expect(shop.now).toMatchObject({ source: 'ABC', revision: '3' });
});

test('what somebody else has saved is a conflict, also after an answer was lost', async () => {
  const shop = server();
  const autosave = new DraftAutosave('/x', draft);
  autosave.change('AB');
  shop.losesAnswer = true;
  await autosave.save();
  Object.assign(shop.now, { source: 'theirs', revision: '9' });
  shop.losesAnswer = false;
  autosave.change('ABC');
  await expect(autosave.save()).resolves.toBe(false);
  expect(autosave.snapshot()).toMatchObject({
    status: 'overtaken',
    source: 'ABC',
    theirs: { source: 'theirs' },
    error: expect.any(ApiError) as ApiError,
  });
});
