import { TIMEOUT_MS, call } from './client';

// What the Studio makes of the answers of a bad network. None of them may be taken for a success.

jest.mock('../i18n', () => ({ i18n: { t: (key: string) => key }, currentLang: () => 'en' }));

const realFetch = globalThis.fetch;
afterEach(() => {
  jest.useRealTimers();
  globalThis.fetch = realFetch;
});

const OFFLINE = { name: 'ApiError', code: 'offline', status: 0, message: 'common.offline' };

/** Answers until it is aborted, as `fetch` does. */
function hang(begin: (signal: AbortSignal) => Promise<Response>) {
  globalThis.fetch = (_, init) => begin(init!.signal!);
}
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
  );

test.each([
  ['JSON', () => Response.json({ id: '1' }), { id: '1' }],
  ['nothing', () => new Response(null, { status: 204 }), undefined],
])('a success with %s', async (_, answer, returned) => {
  globalThis.fetch = async () => answer();
  await expect(call('PUT', '/x', {})).resolves.toEqual(returned);
});

test.each([
  ['the page of a captive portal', () => new Response('<p>Log in</p>')],
  ['an empty page', () => new Response('')],
  ['half of the JSON', () => new Response('{"id":')],
])('%s is reported as an error', async (_, answer) => {
  globalThis.fetch = async () => answer();
  await expect(call('PUT', '/x', {})).rejects.toMatchObject(OFFLINE);
});

test.each([
  [
    'JSON',
    Response.json({ code: 'overtaken', message: 'Too late.' }, { status: 409 }),
    'overtaken',
  ],
  ['the page of a proxy', new Response('<html>', { status: 502 }), 'internal'],
])('an error with %s', async (_, answer, code) => {
  globalThis.fetch = async () => answer;
  await expect(call('PUT', '/x', {})).rejects.toMatchObject({ code, status: answer.status });
});

test.each([
  ['an answer', aborted],
  [
    'a body',
    async (signal: AbortSignal) =>
      new Response(
        new ReadableStream({ start: (body) => void aborted(signal).catch((e) => body.error(e)) }),
      ),
  ],
])('%s that hangs ends in time', async (_, begin) => {
  jest.useFakeTimers();
  hang(begin);
  const ended = expect(call('PUT', '/x', {})).rejects.toMatchObject(OFFLINE);
  await jest.advanceTimersByTimeAsync(TIMEOUT_MS);
  await ended;
});

test('whoever leaves the page ends the call, which is no error of the network', async () => {
  hang(aborted);
  const left = new AbortController();
  const ended = expect(call('GET', '/x', undefined, left.signal)).rejects.toMatchObject({
    name: 'AbortError',
  });
  left.abort();
  await ended;
});
