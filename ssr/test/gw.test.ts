import { generateKeyPairSync } from 'node:crypto';
import { createGw, type GwPlatform } from '../app/gw/client';
import { lazyGw } from '../app/gw/lazy';
import { UNREACHABLE } from '../app/gw/unreachable';
import { startFakeBff, type FakeBff } from './fakeBff';

let bff: FakeBff;

beforeEach(async () => {
  bff = await startFakeBff();
});

afterEach(() => bff.close());

function gw(more: Partial<GwPlatform> = {}) {
  return createGw({ origin: bff.url, lang: 'zh', application: '1', tenantId: '20', ...more });
}

test('context goes into headers, and into the query of a GET', async () => {
  bff.on('/gw/mall/cart', () => ({ data: { count: 2 } }));
  const result = await gw().get('/mall/cart');
  expect(result).toMatchObject({ ok: true, data: { count: 2 } });
  const context = { lang: 'zh_CN', application: '1' };
  expect(bff.seen[0]!.headers).toMatchObject({ ...context, langid: '1', tenantid: '20' });
  expect(Object.fromEntries(bff.seen[0]!.query)).toEqual({
    ...context,
    langId: '1',
    tenantId: '20',
  });
});

test('context goes into the body of a POST', async () => {
  bff.on('/gw/mall/cart/remove', () => ({ data: {} }));
  await gw().post('/mall/cart/remove', { itemIds: ['7'] }, { idempotencyKey: 'k1' });
  expect(bff.seen[0]!.body).toEqual({
    itemIds: ['7'],
    langId: '1',
    lang: 'zh_CN',
    application: '1',
    tenantId: '20',
  });
  expect(bff.seen[0]!.headers['idempotency-key']).toBe('k1');
});

test.each([408, 409, 425, 429, 500, 502, 503, 504])('GET is tried twice on %i', async (status) => {
  let times = 0;
  bff.on('/gw/mall/cart', () => (++times === 1 ? { status, code: 'x' } : { data: { count: 0 } }));
  expect((await gw().get('/mall/cart')).ok).toBe(true);
  expect(times).toBe(2);
});

test('GET is not tried again on 404, and never a third time', async () => {
  bff.on('/gw/mall/cart', () => ({ status: 503, code: 'unavailable' }));
  await gw().get('/mall/cart');
  expect(bff.seen).toHaveLength(2);
  bff.on('/gw/mall/cart', () => ({ status: 404, code: 'not_found' }));
  await gw().get('/mall/cart');
  expect(bff.seen).toHaveLength(3);
});

test('a POST is never sent twice', async () => {
  bff.on('/gw/mall/cart/remove', () => ({ status: 503, code: 'unavailable' }));
  expect(await gw().post('/mall/cart/remove', { itemIds: [] })).toMatchObject({
    ok: false,
    status: 503,
  });
  expect(bff.seen).toHaveLength(1);
});

test('errors are values with code, message and fields', async () => {
  bff.on('/gw/mall/cart/remove', () => ({
    status: 422,
    code: 'validation_failed',
    message: '请检查',
    data: { fields: { itemIds: '不能为空' } },
  }));
  expect(await gw().post('/mall/cart/remove', { itemIds: [] })).toEqual({
    ok: false,
    status: 422,
    code: 'validation_failed',
    message: '请检查',
    fields: { itemIds: '不能为空' },
    data: { fields: { itemIds: '不能为空' } },
  });
});

test('an unreachable gateway is returned as an error value', async () => {
  const client = gw({ origin: 'http://127.0.0.1:9' });
  expect(await client.post('/mall/cart/remove', { itemIds: [] })).toMatchObject({
    ok: false,
    code: 'unavailable',
  });
});

describe('the client of a tab', () => {
  const tab = () => ({ origin: bff.url, lang: 'zh' as const, application: '1', tenantId: '20' });

  test('the mask covers calls unless they say otherwise, and always goes away', async () => {
    const log: string[] = [];
    const cover = () => {
      log.push('on');
      return () => void log.push('off');
    };
    bff.on('/gw/mall/cart', () => ({ data: { count: 2 } }));
    const client = lazyGw(tab(), cover);
    expect(await client.get('/mall/cart')).toMatchObject({ ok: true, data: { count: 2 } });
    expect(log).toEqual(['on', 'off']);
    await client.get('/mall/cart', {}, { loading: false });
    expect(log).toEqual(['on', 'off']);
  });

  test('a call whose code does not come ends like one nobody answered; the next one has it', async () => {
    let open = 0;
    const cover = () => {
      open += 1;
      return () => void (open -= 1);
    };
    jest.doMock('../app/gw/client', () => {
      throw new Error('Failed to fetch dynamically imported module');
    });
    const client = lazyGw(tab(), cover);
    const removed = await client.post('/mall/cart/remove', { itemIds: [] });
    expect(removed).toEqual(UNREACHABLE);
    expect(open).toBe(0);
    jest.dontMock('../app/gw/client');
    bff.on('/gw/mall/cart/remove', () => ({ data: {} }));
    expect(await client.post('/mall/cart/remove', { itemIds: [] })).toMatchObject({ ok: true });
  });
});

describe('sealed calls', () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const KEY = { bits: 2048, publicKey: pem, serverTime: Date.now() + 60_000 };
  const login = { email: 'a@b.test', password: 'Secret-123' };

  test('nothing of the body is readable on the way', async () => {
    serveKey('k1');
    bff.on('/gw/auth/token/login', () => ({ data: {} }));
    expect((await gw().seal('/auth/token/login', login as never)).ok).toBe(true);
    const { body } = bff.seen.at(-1)!;
    expect(Object.keys(body).sort().join()).toBe(
      'aesSign,application,kid,lang,langId,message,tenantId',
    );
    expect(JSON.stringify(body)).not.toContain('Secret-123');
  });

  test('the second of two clicks gets the answer to the first; another call and a later one are sent', async () => {
    serveKey('k1');
    bff.on('/gw/auth/token/login', () => ({ data: {} }));
    const client = gw();
    const click = (body: object) => client.seal('/auth/token/login', body as never);
    const clicks = await Promise.all([click(login), click({ ...login }), click({ email: 'c' })]);
    expect(clicks.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(asked('/gw/auth/token/login')).toBe(2);
    expect((await click(login)).ok).toBe(true);
    expect(asked('/gw/auth/token/login')).toBe(3);
  });

  test('the key is asked once; a rotated key is asked again, once', async () => {
    serveKey('k1');
    bff.on('/gw/auth/token/login', () => ({ data: {} }));
    const client = gw();
    await client.seal('/auth/token/login', login as never);
    await client.seal('/auth/token/login', login as never);
    expect(asked('/gw/auth/crypto/key')).toBe(1);
    serveKey('k2');
    bff.on('/gw/auth/token/login', ({ body }) =>
      body.kid === 'k2' ? { data: {} } : { status: 400, code: 'envelope_invalid' },
    );
    expect((await client.seal('/auth/token/login', login as never)).ok).toBe(true);
    expect(asked('/gw/auth/crypto/key')).toBe(2);
  });

  test('a clock that moved since the browser kept the answer with the key is asked anew', async () => {
    // What a browser's cache does: it answers with what it has, unless the call says that it is of no use.
    bff.on('/gw/auth/crypto/key', ({ headers }) => ({
      data: { kid: headers['cache-control'] === 'no-cache' ? 'new' : 'kept', ...KEY },
    }));
    bff.on('/gw/auth/token/login', ({ body }) =>
      body.kid === 'new' ? { data: {} } : { status: 400, code: 'envelope_invalid' },
    );
    expect((await gw().seal('/auth/token/login', login as never)).ok).toBe(true);
    expect(asked('/gw/auth/token/login')).toBe(2);
  });

  test('an envelope refused with a fresh key is refused', async () => {
    serveKey('k1');
    bff.on('/gw/auth/token/login', () => ({ status: 400, code: 'envelope_invalid' }));
    const result = await gw().seal('/auth/token/login', login as never);
    expect(result).toMatchObject({ ok: false, code: 'envelope_invalid' });
    expect(asked('/gw/auth/token/login')).toBe(2);
  });

  test('without a key nothing is sent', async () => {
    expect(await gw().seal('/auth/token/login', login as never)).toMatchObject({ ok: false });
    expect(asked('/gw/auth/token/login')).toBe(0);
  });

  function serveKey(kid: string) {
    bff.on('/gw/auth/crypto/key', () => ({
      data: { kid, ...KEY },
    }));
  }

  function asked(path: string) {
    return bff.seen.filter((call) => call.path === path).length;
  }
});
