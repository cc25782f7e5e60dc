import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { PushedPage } from '../server/gateway';
import { createHttpServer } from '../server/http';
import type { Renderer } from '../server/renderer';

let server: Server;
let seen: Request[];
let bodies: string[];
let given: (PushedPage | undefined)[];
let stopping: boolean;

const renderer: Renderer = {
  document: async (request, page) => {
    seen.push(request);
    given.push(page);
    bodies.push(await request.text());
    const headers = new Headers({ 'Content-Type': 'text/html' });
    headers.append('Set-Cookie', 'a=1');
    headers.append('Set-Cookie', 'b=2');
    if (request.url.includes('broken')) throw new Error('secret');
    return { status: 200, headers, body: '<p>页面</p>' };
  },
  markdown: async (_, page) => ({
    status: 200,
    headers: new Headers({ 'Content-Type': 'text/markdown' }),
    body: `# ${page?.result.status}`,
  }),
  payload: async (request) => {
    seen.push(request);
    return { status: 204, headers: new Headers({ 'X-Redirect': '/en/cart' }), body: null };
  },
};

beforeEach(async () => {
  seen = [];
  bodies = [];
  given = [];
  stopping = false;
  server = createHttpServer({
    renderer,
    internalTokens: ['token', 'former'],
    logError: () => {},
    isStopping: () => stopping,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => new Promise((resolve) => server.close(resolve)));

function call(path: string, init: RequestInit = {}) {
  const { port } = server.address() as AddressInfo;
  const headers = { 'x-roamcart-internal': 'token', 'x-roamcart-host': 'hk.test', ...init.headers };
  return fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init, headers });
}

test('a request without a valid internal token gets 403', async () => {
  for (const token of ['', 'tokem', 'token2']) {
    const response = await call('/en/home', { headers: { 'x-roamcart-internal': token } });
    expect(response.status).toBe(403);
  }
  expect(seen).toHaveLength(0);
  const former = await call('/en/home', { headers: { 'x-roamcart-internal': 'former' } });
  expect(former.status).toBe(200);
  expect((await call('/healthz', { headers: { 'x-roamcart-internal': '' } })).status).toBe(200);
});

test('a renderer that stops says so, and answers without keeping the connection', async () => {
  const outside = { headers: { 'x-roamcart-internal': '' } };
  expect((await call('/readyz', outside)).status).toBe(200);
  expect((await call('/en/home')).headers.get('connection')).not.toBe('close');
  stopping = true;
  expect((await call('/readyz', outside)).status).toBe(503);
  expect((await call('/healthz', outside)).status).toBe(200);
  const page = await call('/en/home');
  expect([page.status, page.headers.get('connection')]).toEqual([200, 'close']);
});

test('page data is read from the body when x-roamcart-page is set', async () => {
  const { port } = server.address() as AddressInfo;
  const ask = (headers: Record<string, string>, data: string) =>
    new Promise<string>((resolve, reject) => {
      const asked = request(
        {
          port,
          path: '/en/home',
          headers: { 'x-roamcart-internal': 'token', 'content-length': data.length, ...headers },
        },
        (answer) => resolve(text(answer)),
      );
      asked.on('error', reject).end(data);
    });
  await ask({ 'x-roamcart-page': 'given' }, '{"ok":true,"status":200,"data":{"path":"/en/home"}}');
  expect(given[0]).toMatchObject({ result: { ok: true, data: { path: '/en/home' } } });
  await ask({}, '{"ok":true}');
  expect(given[1]).toBeUndefined();
  await ask({ 'x-roamcart-page': 'given' }, '{"ok":tr');
  expect(given).toHaveLength(2);
  const form = { 'x-roamcart-page': 'given', 'x-roamcart-form': 'markdown' };
  expect(await ask(form, '{"ok":true,"status":200}')).toBe('# 200');
  expect(given).toHaveLength(2);
  expect(seen.every(({ headers }) => !headers.has('x-roamcart-page'))).toBe(true);
});

test('the largest URL and headers of the front door are accepted', async () => {
  const headers = { 'user-agent': 'u'.repeat(32_000) };
  const response = await call(`/en/home?keyword=${'k'.repeat(8_000)}`, { headers });
  expect(response.status).toBe(200);
});

test('a page has its public URL, and every cookie comes back', async () => {
  const response = await call('/en/home?a=1', { headers: { 'x-roamcart-proto': 'https' } });
  expect(await response.text()).toBe('<p>页面</p>');
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(seen[0]!.url).toBe('https://hk.test/en/home?a=1');
  expect(seen[0]!.headers.get('x-roamcart-internal')).toBeNull();
});

test('a path of two slashes stays a path', async () => {
  await call('//evil.test/x');
  expect(new URL(seen[0]!.url).host).toBe('hk.test');
});

test('a form arrives with its body', async () => {
  await call('/en/cart', { method: 'POST', body: new URLSearchParams({ a: '中' }) });
  expect([seen[0]!.method, bodies[0]]).toEqual(['POST', 'a=%E4%B8%AD']);
});

test('payload, HEAD and methods nobody uses', async () => {
  const payload = await call('/en/home/_payload.json');
  expect([payload.status, payload.headers.get('X-Redirect')]).toEqual([204, '/en/cart']);
  const head = await call('/en/home', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect((await call('/en/home', { method: 'DELETE' })).status).toBe(405);
  expect((await call('/en/home/_payload.json', { method: 'POST' })).status).toBe(405);
});

test('an unhandled error is answered without details', async () => {
  const response = await call('/broken');
  expect([response.status, await response.text()]).toEqual([500, '']);
});
