import { STALL_MS, upload } from './upload';

jest.mock('../i18n', () => ({ i18n: { t: (key: string) => key }, currentLang: () => 'en' }));

/** XMLHttpRequest by the part that an upload uses. */
class FakeRequest extends EventTarget {
  static last: FakeRequest;
  upload = new EventTarget();
  status = 0;
  response: unknown = null;
  open = () => {};
  setRequestHeader = () => {};
  send = () => void (FakeRequest.last = this);
  abort = () => this.end('abort');
  end(event: string) {
    this.dispatchEvent(new Event(event));
    this.dispatchEvent(new Event('loadend'));
  }
  answer(status: number, response: unknown) {
    Object.assign(this, { status, response });
    this.end('load');
  }
  progress(loaded: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total: 100 }));
  }
}

let shares: number[];
beforeEach(() => {
  shares = [];
  jest.useFakeTimers();
  Object.assign(globalThis, { XMLHttpRequest: FakeRequest });
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'XMLHttpRequest');
});
const begin = () =>
  upload(new File(['x'], 'x.png', { type: 'image/png' }), (share) => shares.push(share));
const OFFLINE = { code: 'offline', status: 0 };

test('an upload that goes on may take long', async () => {
  const sent = begin();
  for (const loaded of [10, 50, 100]) {
    jest.advanceTimersByTime(STALL_MS - 1);
    FakeRequest.last.progress(loaded);
  }
  FakeRequest.last.answer(200, { id: '7' });
  await expect(sent).resolves.toEqual({ id: '7' });
  expect(shares).toEqual([0.1, 0.5, 1]);
});

test('an upload that stands still ends', async () => {
  const sent = expect(begin()).rejects.toMatchObject(OFFLINE);
  FakeRequest.last.progress(10);
  jest.advanceTimersByTime(STALL_MS);
  await sent;
});

test.each([
  ['a captive portal', 200, null, OFFLINE],
  [
    'an error',
    413,
    { code: 'image_too_large', message: 'Too large.' },
    { code: 'image_too_large' },
  ],
] as const)('%s is an upload error', async (_, status, response, error) => {
  const sent = expect(begin()).rejects.toMatchObject(error);
  FakeRequest.last.answer(status, response);
  await sent;
});

test('a broken connection is an upload error', async () => {
  const sent = expect(begin()).rejects.toMatchObject(OFFLINE);
  FakeRequest.last.end('error');
  await sent;
});
