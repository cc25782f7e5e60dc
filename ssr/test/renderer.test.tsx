import { createHash } from 'node:crypto';
import { JSDOM } from 'jsdom';
import { refreshSession } from '../app/boot/session';
import type { Page } from '../app/gw/page';
import { parsePushedPage } from '../server/gateway';
import { rendererOf } from './browser';
import { startFakeBff, type FakeBff } from './fakeBff';
import { catalogue, pageFixture, type PageParts } from './fixtures';

jest.mock('../app/components/frame/Layout', () => require('./pages').layout, { virtual: true });
jest.mock('../app/routes/error', () => require('./pages').errorPage, { virtual: true });
jest.mock('../app/routes/not_found', () => require('./pages').notFound, { virtual: true });

let bff: FakeBff;
let logged: unknown[];

beforeEach(async () => {
  bff = await startFakeBff();
  logged = [];
  servePages({});
});

afterEach(() => bff.close());

const KINDS: Record<string, Page['kind']> = {
  faq: 'faq',
  cart: 'cart',
  payment: 'payment',
  'why-us': 'why_us',
};

function servePages(more: PageParts) {
  bff.on('/gw/page/query', ({ query }) => {
    const path = query.get('path') ?? '';
    const kind = KINDS[path.split(/[/?]/)[2] ?? ''] ?? 'not_found';
    return { data: pageFixture(kind, path, more) };
  });
}

const renderer = () => rendererOf(bff, logged);

function get(path: string, headers: Record<string, string> = {}) {
  return new Request(`https://shop.test${path}`, { headers });
}

function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return new Request(`https://shop.test${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
  });
}

function payloadOf(html: string) {
  const text = /<script type="application\/json" id="__payload">([\s\S]*?)<\/script>/.exec(
    html,
  )![1]!;
  return JSON.parse(text);
}

test('a page is a whole document: language, head, styles, tree, payload', async () => {
  const response = await renderer().document(get('/zh/faq'));
  const html = await response.text();
  expect(response.status).toBe(200);
  expect(html).toContain('<html lang="zh-Hans" data-touch="block">');
  expect(html).toContain('<title>标题 faq</title>');
  expect(html).toContain('rel="canonical" href="https://shop.test/zh/faq"');
  expect(html).toContain('rel="alternate" hreflang="en" href="https://shop.test/en/faq"');
  expect(html).toContain('<h1>常见问题 标题 faq</h1>');
  expect(html).toContain('<style>h1{font-weight:700}</style>');
  expect(html).not.toMatch(/rel="stylesheet"|__payload/);
});

test('a page that is not indexed embeds its data and links the style sheet', async () => {
  const html = await (await renderer().document(get('/zh/cart'))).text();
  expect(html).toContain('<link rel="stylesheet" href="/assets/styles-1.css">');
  expect(html).not.toMatch(/<style|data-styles|data-version/);
  expect(payloadOf(html).loaderData.root.path).toBe('/zh/cart');
});

test('a private page shows without scripts whether somebody is logged in, a public one does not', async () => {
  const start = async (more: Partial<Page>) => {
    servePages(more);
    const html = await (await renderer().document(get('/zh/cart'))).text();
    return /<html[^>]*>/.exec(html)![0];
  };
  expect(await start({ isLogin: true })).toContain(' data-login="1"');
  expect(await start({ isLogin: false })).toContain(' data-login="0"');
  expect(await start({})).not.toContain('data-login');
});

test('one page is one read', async () => {
  await renderer().document(get('/en/faq?keyword=a%20b'));
  expect(bff.seen.map((call) => call.path)).toEqual(['/gw/page/query']);
  expect(bff.seen[0]!.query.get('path')).toBe('/en/faq?keyword=a%20b');
});

test('a page that the front door hands over is not asked for', async () => {
  const handed = (result: object) => parsePushedPage(JSON.stringify(result));
  const given = handed({ ok: true, status: 200, data: pageFixture('faq', '/zh/faq') });
  const html = await (await renderer().document(get('/zh/faq'), given)).text();
  expect(html).toContain('<h1>常见问题 标题 faq</h1>');
  const payload = await (await renderer().payload(get('/zh/faq/_payload.json'), given)).json();
  expect(html).toContain(`data-version="${payload.version}"`);
  const changed = handed({
    ok: true,
    status: 200,
    data: pageFixture('faq', '/zh/faq', { noindex: true }),
  });
  const other = await (await renderer().payload(get('/zh/faq/_payload.json'), changed)).json();
  expect(other.version).not.toBe(payload.version);

  const missing = handed({ ok: false, status: 503, code: 'unavailable', message: '', fields: {} });
  const response = await renderer().document(get('/zh/faq'), missing);
  expect(response.status).toBe(503);
  expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  expect(bff.seen).toEqual([]);
});

test('an answer says which page it is, by what it was made from', async () => {
  const name = async (answer: Promise<Response>) => (await answer).headers.get('X-Page-Name');
  expect(await name(renderer().document(get('/zh/faq?keyword=a')))).toBe('20 /zh/faq?keyword=a');
  expect(await name(renderer().document(get('/en/nowhere')))).toBe('20 /en/nowhere');
  expect(await name(renderer().payload(get('/en/faq/_payload.json')))).toBe('20 /en/faq');
  servePages({ path: '/en/contact' });
  expect(await name(renderer().document(get('/en/faq')))).toBe('20 /en/contact');
  servePages({ redirect: { to: '/en/login', status: 302 } });
  expect(await name(renderer().document(get('/en/faq')))).toBeNull();
});

test('nothing is inline but one style sheet, which the answer names by its digest', async () => {
  const response = await renderer().document(get('/en/faq'));
  const html = await response.text();
  const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css]) => css!);
  expect(styles).toHaveLength(1);
  const digest = createHash('sha256').update(styles[0]!).digest('base64');
  expect(response.headers.get('X-Page-Style')).toBe(`sha256-${digest}`);
  for (const [, attributes, body] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (/type="application\/(ld\+)?json"/.test(attributes!)) continue;
    expect(attributes).toContain('src="/assets/');
    expect(body).toBe('');
  }
  expect(html).not.toMatch(/\sstyle=|\son[a-z]+=/);
});

test('the only script comes after everything it looks at', async () => {
  for (const path of ['/en/faq', '/en/cart', '/en/payment/1']) {
    const html = await (await renderer().document(get(path))).text();
    expect(html).toMatch(/<script async [^>]*id="boot"[^>]*><\/script>\s*<\/body>/);
    expect(html.match(/<script [^>]*src=/g)).toHaveLength(1);
  }
});

test('JSON-LD follows the page content', async () => {
  const html = await (await renderer().document(get('/en/faq'))).text();
  expect(html.indexOf('application/ld+json')).toBeGreaterThan(html.indexOf('</footer>'));
});

test('React leaves no content hidden behind a script', async () => {
  const html = await (await renderer().document(get('/en/faq'))).text();
  expect(html).not.toContain('<div hidden id="S:');
  expect(html).not.toContain('<template id="B:');
});

test('data cannot close its script element', async () => {
  const html = await (await renderer().document(get('/en/cart'))).text();
  expect(html).not.toContain('<script>alert(1)');
  expect(html).toContain('\\u003c/script\\u003e');
  expect(payloadOf(html).loaderData.root.seo.jsonLd[0].name).toContain('</script>');
  expect(html).toContain('content="A &#34;page&#34; &#60;of&#62; things"');
});

test('concurrent requests keep their languages apart', async () => {
  const shop = renderer();
  bff.on('/gw/page/query', ({ query }) => {
    const path = query.get('path')!;
    return { data: pageFixture('faq', path), delayMs: path.startsWith('/zh') ? 20 : 5 };
  });
  const wanted = Array.from({ length: 20 }, (_, i) => (i % 2 ? 'en' : 'zh'));
  const pages = await Promise.all(
    wanted.map(async (lang) => (await shop.document(get(`/${lang}/faq`))).text()),
  );
  pages.forEach((html, i) => {
    expect(html).toContain(wanted[i] === 'zh' ? '常见问题' : 'Questions');
    expect(html).not.toContain(wanted[i] === 'zh' ? 'Questions' : '常见问题');
  });
});

test('only the texts of the matched page travel', async () => {
  const html = await (await renderer().document(get('/en/cart'))).text();
  expect(Object.keys(payloadOf(html).texts).sort()).toEqual(['cart', 'common', 'error']);
});

test('two anonymous visitors get the same bytes', async () => {
  const shop = renderer();
  const [a, b] = await Promise.all([
    shop.document(get('/en/faq', { 'user-agent': 'a', 'x-request-id': '1' })),
    shop.document(get('/en/faq', { 'user-agent': 'b', 'x-request-id': '2', cookie: 'visitor=x' })),
  ]);
  expect(await a.text()).toBe(await b.text());
  expect(a.headers.get('Set-Cookie')).toBeNull();
});

test('an unknown URL and an unknown product are localized 404 pages with the menu', async () => {
  const shop = renderer();
  const unknown = await shop.document(get('/zh/no/such/page'));
  const html = await unknown.text();
  expect(unknown.status).toBe(404);
  expect(html).toContain('页面不存在');
  expect(html).toContain('menu');
  expect(html).toContain('content="noindex"');
  // The route matches, the thing does not exist.
  servePages({ kind: 'not_found', status: 404 });
  const missing = await shop.document(get('/en/faq'));
  expect(missing.status).toBe(404);
  expect(await missing.text()).toContain('Nothing here');
});

test('eager pages preload exactly their chunks, others none', async () => {
  const shop = renderer();
  const pay = await (await shop.document(get('/en/payment/1'))).text();
  expect(pay).toContain('<link rel="modulepreload" href="/assets/payment-1.js">');
  expect(pay).toContain('data-load="now"');
  expect(pay).not.toContain('data-touch'); // QR codes stay zoomable
  expect(pay).not.toContain('<header');
  const faq = await (await shop.document(get('/en/faq'))).text();
  expect(faq).not.toContain('modulepreload');
  expect(faq).toContain('data-modules="/assets/client-1.js /assets/faq-1.js"');
});

test('a redirect keeps status, target and every cookie', async () => {
  bff.on('/gw/page/query', ({ query }) => ({
    setCookie: ['a=1; Path=/', 'b=2; Path=/; HttpOnly'],
    data: pageFixture('faq', query.get('path')!, { redirect: { to: '/en/cart', status: 302 } }),
  }));
  const shop = renderer();
  const html = await shop.document(get('/en/faq'));
  expect([html.status, html.headers.get('Location')]).toEqual([302, '/en/cart']);
  expect(html.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2; Path=/; HttpOnly']);
  expect(html.headers.get('Cache-Control')).toBe('private, no-store');
  const payload = await shop.payload(get('/en/faq/_payload.json'));
  expect([payload.status, payload.headers.get('X-Redirect')]).toEqual([204, '/en/cart']);
  expect(payload.headers.get('Location')).toBeNull();
});

test('Clear-Site-Data is passed on, also without JavaScript', async () => {
  bff.on('/gw/mall/cart/add', () => ({ clearsSiteData: '"cache"' }));
  bff.on('/gw/mall/cart/remove', () => ({ data: {} }));
  const left = await renderer().document(post('/zh/cart', { itemId: '1' }));
  expect([left.status, left.headers.get('Clear-Site-Data')]).toEqual([303, '"cache"']);
});

test('an answer that sets a cookie is nobody else’s', async () => {
  bff.on('/gw/page/query', ({ query }) => ({
    setCookie: ['visitor=v; Path=/'],
    data: pageFixture('faq', query.get('path')!),
  }));
  const response = await renderer().document(get('/en/faq'));
  expect(response.headers.getSetCookie()).toEqual(['visitor=v; Path=/']);
  expect(response.headers.get('Cache-Control')).toBe('private, no-store');
});

test('the payload is the page and its texts, with the page’s status', async () => {
  const shop = renderer();
  const found = await shop.payload(get('/zh/faq/_payload.json?keyword=x'));
  expect(found.headers.get('Content-Type')).toContain('application/json');
  const body = await found.json();
  expect(body).toMatchObject({
    build: 'build-1',
    page: { kind: 'faq', path: '/zh/faq?keyword=x' },
  });
  const { common, error, faq } = catalogue.zh;
  expect(body.texts).toEqual({ common, error, faq });
  const missing = await shop.payload(get('/en/nowhere/_payload.json'));
  expect(missing.status).toBe(404);
  expect((await missing.json()).texts).toHaveProperty('not_found');
});

test('a silent gateway is a localized 503 that may be tried again', async () => {
  const shop = renderer();
  await bff.close();
  const response = await shop.document(get('/zh/faq', { 'x-request-id': 'req-9' }));
  const html = await response.text();
  expect(response.status).toBe(503);
  expect(response.headers.get('Retry-After')).toBe('5');
  expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  expect(html).toContain('出错了 503 unavailable req-9');
  expect(html).toContain('<html lang="zh-Hans">');
  const payload = await shop.payload(get('/zh/faq/_payload.json'));
  expect([payload.status, await payload.json()]).toEqual([
    503,
    { status: 503, code: 'unavailable', requestId: '' },
  ]);
});

test('a page that cannot be read keeps the header and footer of its site and language', async () => {
  const shop = renderer();
  const site = { 'x-roamcart-tenant': '20' };
  await shop.document(get('/zh/why-us', site));
  await shop.document(get('/zh/faq', site));
  bff.on('/gw/page/query', () => ({ status: 503, code: 'unavailable' }));
  const response = await shop.document(get('/zh/faq?keyword=x', site));
  const html = await response.text();
  expect(response.status).toBe(503);
  expect(response.headers.get('X-Robots-Tag')).toBe('noindex');
  expect(response.headers.has('X-Page-Name')).toBe(false);
  expect(html).toContain('menu');
  expect(html).toContain('出错了 503 unavailable');
  const { loaderData, errors } = payloadOf(html);
  expect(errors).toEqual({ page: { status: 503, code: 'unavailable', requestId: '' } });
  expect(loaderData.root.shell.languages).toMatchObject([
    { locale: 'en', href: '/en/faq?keyword=x' },
    { locale: 'zh', href: '/zh/faq?keyword=x' },
  ]);
  for (const [path, tenant] of [
    ['/en/faq', '20'],
    ['/zh/faq', '21'],
  ] as const) {
    const other = await shop.document(get(path, { 'x-roamcart-tenant': tenant }));
    expect([other.status, await other.text()]).toEqual([503, expect.not.stringContaining('menu')]);
  }
});

test('a preview leaves no header or footer behind', async () => {
  const shop = renderer();
  servePages({ preview: {} as never });
  await shop.document(get('/en/faq'));
  bff.on('/gw/page/query', () => ({ status: 503, code: 'unavailable' }));
  expect(await (await shop.document(get('/en/faq'))).text()).not.toContain('menu');
});

test('the Retry-After of the gateway is passed on', async () => {
  const message = '请求过于频繁，请约 3 分钟后再试。';
  bff.on('/gw/mall/cart/remove', () => ({
    status: 429,
    code: 'rate_limited',
    message,
    retryAfter: '149',
  }));
  const response = await renderer().document(post('/zh/cart', { email: 'a@b.test' }));
  expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '149']);
  const html = await response.text();
  expect(html).toContain(message);
  expect(html).toContain('value="a@b.test"');
});

test('error details are only logged; header and footer stay', async () => {
  const shop = renderer();
  const rendering = await shop.document(get('/en/why-us'));
  const html = await rendering.text();
  expect(rendering.status).toBe(500);
  expect(html).toContain('menu');
  expect(html).toContain('Something broke 500 internal');
  expect(html).not.toContain('secret of the component');
  const acting = await shop.document(post('/en/cart', { intent: 'throw' }));
  expect(acting.status).toBe(500);
  expect(await acting.text()).not.toContain('secret of the action');
  expect(logged.map(String).join()).toMatch(/secret of the component.*secret of the action/);
});

test('a login that a form makes is the browser’s, and the next call speaks with it', async () => {
  const token = 'token=7.new; Path=/; HttpOnly; SameSite=Lax';
  bff.on('/gw/mall/cart/add', () => ({ setCookie: [token] }));
  bff.on('/gw/mall/cart/remove', () => ({ data: {} }));
  const headers = { cookie: 'token=7.old', 'user-agent': 'Ferry/1.0' };
  const response = await renderer().document(post('/zh/cart', { itemId: '1' }, headers));
  expect(response.headers.getSetCookie()).toEqual([token]);
  expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  const [add, remove] = bff.seen;
  expect(add!.headers).toMatchObject({ authorization: 'Bearer 7.old', 'user-agent': 'Ferry/1.0' });
  expect(remove!.headers).toMatchObject({ authorization: 'Bearer 7.new', cookie: 'token=7.new' });
});

test('a form without JavaScript: cookies reach the next call and the browser, 303', async () => {
  bff.on('/gw/mall/cart/add', () => ({ setCookie: ['visitor=new; Path=/; HttpOnly'] }));
  bff.on('/gw/mall/cart/remove', () => ({ data: {} }));
  const headers = {
    cookie: 'locale=zh; token=tok; visitor=old',
    'x-roamcart-host': 'hk.localhost:8080',
    'x-forwarded-for': '203.0.113.7',
    'x-request-id': 'req-1',
  };
  const response = await renderer().document(post('/zh/cart', { itemId: '1' }, headers));
  expect([response.status, response.headers.get('Location')]).toEqual([303, '/zh/cart']);
  expect(response.headers.getSetCookie()).toEqual(['visitor=new; Path=/; HttpOnly']);
  const [add, remove] = bff.seen;
  expect(add!.headers).toMatchObject({
    'x-roamcart-internal': 'token',
    'x-roamcart-host': 'hk.localhost:8080',
    'x-forwarded-for': '203.0.113.7',
    'x-request-id': 'req-1',
    authorization: 'Bearer tok',
    langid: '1',
    lang: 'zh_CN',
    application: '1',
    cookie: 'locale=zh; token=tok; visitor=old',
  });
  expect(remove!.headers.cookie).toBe('locale=zh; token=tok; visitor=new');
});

test('a refused form shows why beside what was typed, except secrets', async () => {
  bff.on('/gw/mall/cart/add', () => ({}));
  bff.on('/gw/mall/cart/remove', () => ({
    status: 422,
    code: 'validation_failed',
    message: 'Please check',
    data: { fields: { email: 'Not an address' } },
  }));
  const fields = { email: 'a@b', password: 'hunter22' };
  const response = await renderer().document(post('/en/cart', fields));
  const html = await response.text();
  expect(response.status).toBe(422);
  expect(html).toContain('<p id="message">Please check</p>');
  expect(html).toContain('<p id="field">Not an address</p>');
  expect(html).toContain('value="a@b"');
  expect(html).not.toContain('hunter22');
  expect(response.headers.get('Cache-Control')).toBe('private, no-store');
});

test('what no form sends is refused, and fields may be called anything', async () => {
  const headers = { 'content-type': 'text/plain' };
  const odd = new Request('https://shop.test/en/cart', { method: 'POST', body: 'a=b', headers });
  expect((await renderer().document(odd)).status).toBe(400);
  expect(logged).toEqual([]);
  bff.on('/gw/mall/cart/add', () => ({}));
  bff.on('/gw/mall/cart/remove', () => ({ status: 422, code: 'validation_failed' }));
  const body = 'constructor=a&toString=b&__proto__=c&email=a%40b';
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const named = new Request('https://shop.test/en/cart', { method: 'POST', body, headers: form });
  const response = await renderer().document(named);
  expect([response.status, await response.text()]).toEqual([422, expect.stringContaining('a@b')]);
});

test('an action may keep the shopper on the page', async () => {
  const html = await (await renderer().document(post('/en/cart', { intent: 'stay' }))).text();
  expect(html).toContain('<p id="said">kept</p>');
});

test('a post to a page without an action is refused inside the frame', async () => {
  const response = await renderer().document(post('/en/faq', {}));
  expect(response.status).toBe(405);
  expect(await response.text()).toContain('menu');
});

test('the renderer’s calls and the session call name language, application and site', async () => {
  const response = await renderer().document(get('/zh/faq', { 'x-roamcart-tenant': '20' }));
  const html = await response.text();
  const context = { langId: '1', lang: 'zh_CN', application: '1', tenantId: '20' };
  const [asked] = bff.seen;
  const { langid, lang, application, tenantid } = asked!.headers;
  expect({ langId: langid, lang, application, tenantId: tenantid }).toEqual(context);
  expect(Object.fromEntries(asked!.query)).toMatchObject(context);

  const { document } = new JSDOM(html).window;
  let sent: RequestInit | undefined;
  const real = { document: globalThis.document, fetch: globalThis.fetch };
  Object.assign(globalThis, {
    document,
    fetch: async (_: string, init: RequestInit) => {
      sent = init;
      return Response.json({ success: true, data: { isLogin: false } });
    },
  });
  await refreshSession();
  Object.assign(globalThis, real);
  expect(sent!.headers).toEqual(context);
});
