import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import { openStripe } from '../app/gw/stripe';

const ROOT = join(__dirname, '../..');
const read = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8');

test('the live script is the release whose types the page is written against', () => {
  const loader = read('node_modules/@stripe/stripe-js/dist/pure.mjs');
  const [, release] = /RELEASE_TRAIN = '(\w+)'/.exec(loader)!;
  expect(read('bff/platform/config/config.go')).toContain(
    `"https://js.stripe.com/${release}/stripe.js"`,
  );
});

describe('the payment script', () => {
  const URL = '/sandbox/stripe.js';
  const scripts = () => [...document.querySelectorAll<HTMLScriptElement>('script')];
  let dom: JSDOM;

  beforeEach(() => {
    dom = new JSDOM('<head></head>', { url: 'https://shop.test/' });
    Object.assign(globalThis, { window: dom.window, document: dom.window.document });
  });
  afterEach(() => {
    dom.window.close();
    Reflect.deleteProperty(globalThis, 'window');
    Reflect.deleteProperty(globalThis, 'document');
  });

  const event = (name: string) => new dom.window.Event(name);

  test('is loaded once, for all who ask', async () => {
    const asked = [openStripe(URL, 'pk_1'), openStripe(URL, 'pk_2')];
    expect(scripts()).toHaveLength(1);
    window.Stripe = ((pk: string) => ({ pk })) as never;
    scripts()[0]!.dispatchEvent(event('load'));
    await expect(Promise.all(asked)).resolves.toEqual([{ pk: 'pk_1' }, { pk: 'pk_2' }]);
    await expect(openStripe(URL, 'pk_3')).resolves.toEqual({ pk: 'pk_3' });
    expect(scripts()).toHaveLength(1);
  });

  test('is loaded again after it did not come', async () => {
    const first = openStripe(URL, 'pk_1');
    scripts()[0]!.dispatchEvent(event('error'));
    await expect(first).rejects.toThrow('cannot load /sandbox/stripe.js');
    expect(scripts()).toHaveLength(0);
    const second = openStripe(URL, 'pk_1');
    scripts()[0]!.dispatchEvent(event('load'));
    await expect(second).rejects.toThrow('the payment script did not start');
  });
});
