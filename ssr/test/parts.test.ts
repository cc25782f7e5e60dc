import { date, dateTime, fullName, money, number } from '../app/i18n/format';
import { safeJson } from '../app/head/json';
import { failed, seeOther } from '../app/router/module';
import { GatewayDown, toPublicError } from '../app/router/errors';
import { isPagePath, localizedPath, paths } from '../app/router/paths';
import { payloadPath } from '../app/router/payloadPath';
import { badgeText } from '../app/boot/badge';
import { CookieJar } from '../server/cookies';
import { mergeHeaders } from '../server/headers';
import { readConfig } from '../server/config';

describe('prices and dates', () => {
  test.each([
    [1590, 'USD', '$15.90'],
    [101590, 'USD', '$1,015.90'],
    [-800, 'HKD', '-HK$8.00'],
    [5, 'GBP', '£0.05'],
    [1200, 'JPY', 'JP¥1,200'],
    [1890, 'SGD', 'S$18.90'],
    [1890, 'CHF', 'CHF\u00a018.90'],
    [0, 'USD', '$0.00'],
  ])('%i %s is %s in both languages', (amount, currency, text) => {
    expect(money(amount, currency, 'en')).toBe(text);
    expect(money(amount, currency, 'zh')).toBe(text);
  });

  test.each([
    ['Ada', 'Lovelace', 'Ada Lovelace', 'Lovelace Ada'],
    ['Ada', '', 'Ada', 'Ada'],
    ['小明', '李', '李小明', '李小明'],
    ['Xiaoming', '李', 'Xiaoming 李', '李 Xiaoming'],
  ])('%s %s is said as the language does', (firstName, lastName, en, zh) => {
    expect(fullName({ firstName, lastName }, 'en')).toBe(en);
    expect(fullName({ firstName, lastName }, 'zh')).toBe(zh);
  });

  test('a zone is a zone, whatever the machine’s', () => {
    const iso = '2026-03-05T06:30:00Z';
    expect(dateTime(iso, 'zh', 'Asia/Shanghai')).toBe('2026年3月5日 14:30');
    expect(dateTime(iso, 'en', 'Asia/Shanghai')).toBe('5 Mar 2026, 14:30');
    expect(date('2026-03-05T23:30:00Z', 'en', 'Asia/Shanghai')).toBe('6 Mar 2026');
    expect(dateTime('2026-03-05T16:00:00Z', 'zh', 'Asia/Shanghai')).toBe('2026年3月6日 00:00');
    expect(dateTime('soon', 'en', 'UTC')).toBe('');
    expect(number(12345, 'en')).toBe('12,345');
  });
});

describe('paths', () => {
  test('segments and queries are encoded, empty values left out', () => {
    expect(paths.detail('en', 'asia', 'jp-3g-7')).toBe('/en/travel-card/asia/jp-3g-7');
    expect(paths.service('en', 'a/b?')).toBe('/en/services/a%2Fb%3F');
    const query = { countries: ['JP', 'KR'], data: '', voice: undefined, page: 2 };
    expect(paths.listing('zh', query)).toBe('/zh/travel-card/listing?countries=JP,KR&page=2');
    expect(paths.login('en', '/en/my-account?a=1')).toBe(
      '/en/login?redirect=%2Fen%2Fmy-account%3Fa%3D1',
    );
    expect(paths.login('en')).toBe('/en/login');
  });

  test('what is a page of ours', () => {
    expect(['/en', '/zh/faq', '/en?x', '/en#y'].every(isPagePath)).toBe(true);
    expect(['//evil/en', '/english', '/sandbox/scan/1', 'https://x/en', ''].some(isPagePath)).toBe(
      false,
    );
    expect([
      localizedPath('zh', '/faq'),
      localizedPath('zh', '/en/faq'),
      localizedPath('en', '/'),
    ]).toEqual(['/zh/faq', '/en/faq', '/en/home']);
    expect(payloadPath('/en/faq/', '?a=1')).toBe('/en/faq/_payload.json?a=1');
  });
});

test('page targets are navigations, other targets documents', () => {
  const page = seeOther('/en/cart');
  expect([page.status, page.headers.get('X-Remix-Reload-Document')]).toEqual([303, null]);
  const away = seeOther('https://pay.test/session');
  expect([away.status, away.headers.get('X-Remix-Reload-Document')]).toEqual([303, 'true']);
});

test('typed values come back, secrets do not', () => {
  const form = new FormData();
  const secrets = ['password', 'confirmPassword', 'code', 'cardNumber', 'cvc'];
  for (const name of ['email', 'zipCode', ...secrets]) form.append(name, 'x');
  form.append('email', 'y');
  const refused = { status: 422, code: 'validation_failed', message: 'm', fields: {} };
  expect(failed(form, refused).values).toEqual({ email: ['x', 'y'], zipCode: ['x'] });
});

test('what is wrong is listed in the order of the form, boxes that are not ticked last', () => {
  const form = new FormData();
  for (const name of ['firstName', 'email', 'address.city']) form.append(name, '');
  const fields = { 'address.city': 'c', agree: 'a', email: 'e', firstName: 'f' };
  const refused = failed(form, { status: 422, code: 'validation_failed', message: 'm', fields });
  expect(Object.keys(refused.fields)).toEqual(['firstName', 'email', 'address.city', 'agree']);
});

test('errors leave as status, code and request id only', () => {
  expect(toPublicError(new Error('db password'), 'r')).toEqual({
    status: 500,
    code: 'internal',
    requestId: 'r',
  });
  expect(toPublicError('text', 'r')).toEqual({ status: 500, code: 'internal', requestId: 'r' });
  expect(toPublicError(new GatewayDown('x'), 'r').status).toBe(503);
  const leaky = { status: 500, code: 'c', requestId: 'r', sql: 'select' };
  expect(toPublicError(leaky, 'r')).toEqual({ status: 500, code: 'internal', requestId: 'r' });
});

test('JSON in a page cannot end its element and reads back the same', () => {
  const value = { a: '</script><!--', b: '\u2028\u2029&' };
  const text = safeJson(value);
  expect(text).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(text)).toEqual(value);
  expect(() => safeJson(1n)).toThrow(TypeError);
  expect(() => safeJson(undefined)).toThrow(TypeError);
});

test('the badge', () => {
  expect([0, 1, 99, 100, NaN].map(badgeText)).toEqual(['', '1', '99', '99+', '']);
});

describe('header merging', () => {
  const part = (init: [string, string][]) => new Headers(init);

  test('cookies add up, Vary unites, the most careful Cache-Control wins', () => {
    const merged = mergeHeaders([
      part([
        ['Cache-Control', 'public, max-age=600'],
        ['Vary', 'Cookie'],
      ]),
      part([
        ['Cache-Control', 'public, max-age=60'],
        ['Vary', 'cookie, Accept-Language'],
      ]),
    ]);
    expect(merged.get('Cache-Control')).toBe('public, max-age=60');
    expect(merged.get('Vary')).toBe('cookie, Accept-Language');
    const careful = mergeHeaders([
      part([['Cache-Control', 'no-store']]),
      part([['Cache-Control', 'private']]),
    ]);
    expect(careful.get('Cache-Control')).toBe('no-store');
  });

  test('a cookie makes the answer private', () => {
    const merged = mergeHeaders(
      [
        part([
          ['Cache-Control', 'public, max-age=600'],
          ['Set-Cookie', 'a=1'],
        ]),
      ],
      ['b=2'],
    );
    expect(merged.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(merged.get('Cache-Control')).toBe('private, no-store');
  });
});

test('the jar follows what the gateway sets and clears', () => {
  const jar = new CookieJar('locale=en; token=old; odd; x=a=b');
  jar.store(
    new Headers([
      ['Set-Cookie', 'token=; Max-Age=0; Path=/'],
      ['Set-Cookie', 'visitor=v; Path=/'],
    ]),
  );
  expect(jar.header()).toBe('locale=en; x=a=b; visitor=v');
  expect(jar.get('token')).toBeUndefined();
  expect(jar.setCookies).toHaveLength(2);
  expect(new CookieJar(null).header()).toBeUndefined();
});

test.each([
  [{}, 'SSR_PORT'],
  [{ SSR_PORT: 'x', BFF_URL: 'http://a', INTERNAL_TOKEN: 't' }, 'SSR_PORT'],
  [{ SSR_PORT: '1', INTERNAL_TOKEN: 't' }, 'BFF_URL'],
  [{ SSR_PORT: '1', BFF_URL: 'a:1', INTERNAL_TOKEN: 't' }, 'BFF_URL'],
  [{ SSR_PORT: '1', BFF_URL: 'http://a' }, 'INTERNAL_TOKEN'],
  [{ SSR_PORT: '1', BFF_URL: 'http://a', SSR_SHUTDOWN_DELAY: '4s' }, 'SSR_SHUTDOWN_DELAY'],
])('a bad environment is named: %j', (env, name) => {
  expect(() => readConfig(env as NodeJS.ProcessEnv, '/dist')).toThrow(name);
});
