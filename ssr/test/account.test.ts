import type { PageDataByKind } from '../app/gw/page';
import { deviceName } from '../app/components/account/deviceName';
import { fulfilledRules } from '../app/components/form/passwordRules';
import { pageFixture } from './fixtures';
import { giveKey, sealedBodies } from './sealed';
import { openShop, type Shop } from './shopPages';

const UPDATE = '/gw/mall/us/updateUserInfo';
const DELETE = '/gw/mall/us/deleteAccount';
const SAVE = '/gw/mall/us/address/save';
const SEND = '/gw/auth/code/send';
const SECRET = 'Ferry-Route-88';

const user = {
  userId: '1',
  firstName: 'Ada',
  email: 'ada@example.test',
  phone: null,
  promoConsent: true,
  bssUserInfo: null,
};

const account: PageDataByKind['account'] = {
  user,
  addresses: [
    {
      addressId: '7',
      fullName: 'Ada Lovelace',
      country: 'JP',
      addressLine1: '1-1 Marunouchi',
      city: 'Tokyo',
      state: 'Tokyo',
      zipCode: '100-0005',
      isDefault: true,
    },
  ],
  countries: [{ code: 'JP', name: 'Japan' }],
  sessions: [
    {
      sessionId: 's1',
      device: 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36',
      createdAt: '2026-03-05T06:00:00Z',
      seenAt: '2026-03-05T06:30:00Z',
      current: false,
    },
  ],
};

const orders: PageDataByKind['account_orders'] = {
  query: { tab: 'waiting', period: '30d', keyword: 'japan', page: 1 },
  list: { items: [], total: 0, page: 1, pageSize: 10 },
};

let shop: Shop;
afterEach(() => shop?.close());

describe('account', () => {
  beforeEach(async () => {
    shop = await openShop('account', account);
    giveKey(shop.bff);
  });

  test('no part that the site does not have is listed', async () => {
    const { html } = await shop.open('/en/my-account');
    expect(html).toContain('1-1 Marunouchi');
    expect(html).toContain('Chrome · Android');
    expect(html).not.toContain('sims-info');
  });

  test('a change ends in a redirect to its part, which says what was saved', async () => {
    shop.bff.on(UPDATE, () => ({ data: user, setCookie: ['token=new; Path=/; HttpOnly'] }));
    const form = { form: 'password', currentPassword: 'old', password: SECRET };
    const answer = await shop.post('/en/my-account', { ...form, confirmPassword: SECRET });
    expect(answer).toMatchObject({
      status: 303,
      location: '/en/my-account?saved=password#password',
      cookies: ['token=new; Path=/; HttpOnly'],
    });
    expect(sealedBodies(shop.bff, UPDATE)).toEqual([
      { op: 'password', currentPassword: 'old', password: SECRET, confirmPassword: SECRET },
    ]);
    const { html } = await shop.open('/en/my-account?saved=password');
    expect(html).toContain('Other devices have been logged out.');
  });

  test('errors are those of the form that was posted, and open it', async () => {
    const message = 'The current password is incorrect';
    shop.bff.on(UPDATE, () => ({ status: 422, code: 'password_incorrect', message }));
    const form = { form: 'password', currentPassword: 'secret-1', password: SECRET };
    const { html } = await shop.post('/en/my-account', form);
    expect(html).toMatch(/id="field-currentPassword-error"[^]*The current password is incorrect/);
    expect(html.match(/role="alert"/g)).toHaveLength(1);
    expect(html.match(/<details(?=[^>]* open)/g)).toHaveLength(1);
    expect(html).not.toMatch(/secret-1|Ferry-Route/);
  });

  test('another e-mail: a code to it, then the code with the password', async () => {
    shop.bff.on(SEND, () => ({ data: { resendAfter: 60, expiresIn: 600 } }));
    const form = { form: 'email', newEmail: 'new@example.test' };
    const first = await shop.post('/en/my-account', { ...form, intent: 'send' });
    expect(first.html).toContain('name="emailPassword"');
    shop.bff.on(UPDATE, () => ({ status: 409, code: 'email_exists', message: 'taken' }));
    const second = await shop.post('/en/my-account', {
      ...form,
      code: '123 456',
      emailPassword: SECRET,
    });
    expect(sealedBodies(shop.bff, UPDATE)).toEqual([
      { op: 'email', email: 'new@example.test', code: '123 456', currentPassword: SECRET },
    ]);
    expect(second.html).toMatch(/id="field-newEmail-error"[^]*taken/);
  });

  test('an address that is refused is still in its form', async () => {
    const fields = { zipCode: 'wrong zip', phone: 'wrong phone' };
    shop.bff.on(SAVE, () => ({ status: 422, code: 'validation_failed', data: { fields } }));
    const { html } = await shop.post('/en/my-account?edit=new', {
      form: 'address',
      'address.fullName': 'Grace',
      'address.zipCode': 'x',
      'address.phone': '12',
      isDefault: '1',
    });
    expect(shop.bff.seen.find(({ path }) => path === SAVE)!.body).toMatchObject({
      fullName: 'Grace',
      phone: '12',
      isDefault: true,
    });
    expect(html).toMatch(/id="field-address-zipCode-error"[^]*wrong zip/);
    expect(html).toMatch(/id="field-address-phone-error"[^]*wrong phone/);
    expect(html.split('name="address.phone"')).toHaveLength(2);
    expect(html).toMatch(/name="address.fullName"[^>]*value="Grace"/);
  });

  test('a box stands as it was sent when its form is refused', async () => {
    const box = (html: string, name: string) =>
      new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)![0];
    shop.bff.on(UPDATE, () => ({ status: 429, code: 'rate_limited' }));
    shop.bff.on(SAVE, () => ({ status: 429, code: 'rate_limited' }));
    const kept = await shop.open('/en/my-account');
    expect(box(kept.html, 'promoConsent')).toContain('checked');
    const consent = await shop.post('/en/my-account', { form: 'consent' });
    expect(box(consent.html, 'promoConsent')).not.toContain('checked');
    const address = { form: 'address', isDefault: '1' };
    const ticked = await shop.post('/en/my-account?edit=new', address);
    expect(box(ticked.html, 'isDefault')).toContain('checked');
    const other = await shop.post('/en/my-account?edit=7', { form: 'address', addressId: '7' });
    expect(box(other.html, 'isDefault')).not.toContain('checked');
  });

  test('an address that is gone already is removed', async () => {
    const remove = '/gw/mall/us/address/remove';
    const form = { form: 'removeAddress', addressId: '7' };
    shop.bff.on(remove, () => ({ status: 404, code: 'address_not_found' }));
    const gone = await shop.post('/en/my-account', form);
    expect(gone).toMatchObject({ status: 303, location: '/en/my-account?saved=removed#addresses' });
    shop.bff.on(remove, () => ({ status: 503, code: 'unavailable' }));
    expect((await shop.post('/en/my-account', form)).status).toBe(503);
  });

  test('a form nobody knows is a bad request', async () => {
    expect((await shop.post('/en/my-account', { form: 'toString' })).status).toBe(400);
  });
});

test('orders: tabs keep time and keyword, a search needs a keyword', async () => {
  shop = await openShop('account_orders', orders);
  const { html } = await shop.open('/en/my-account/orders?tab=waiting&search=1&keyword=');
  expect(html).toContain(
    'href="/en/my-account/orders?tab=shipped&amp;period=30d&amp;keyword=japan"',
  );
  expect(html).toMatch(/id="field-keyword-error"[^]*Please enter a keyword/);
  expect(html).toContain('No order matches');
});

test('rewards: what points are worth, the link for friends, the history in pages', async () => {
  const entry = { entryId: '1', at: '2026-03-05T06:00:00Z', kind: 'earn', points: 15 } as const;
  shop = await openShop('account_rewards', {
    rewards: {
      points: 1200,
      pending: 15,
      worth: 1200,
      currency: 'USD',
      ledger: { items: [{ ...entry, state: 'pending' }], total: 30, page: 2, pageSize: 10 },
      referralCode: 'ADA7K2',
      referralUrl: 'https://shop.test/en/signup?referral=ADA7K2',
      referrals: [],
      wallet: [
        {
          code: 'SPRING',
          kind: 'percent',
          value: 10,
          minSubtotal: 2000,
          personal: true,
          usable: true,
        },
      ],
    },
  });
  const { html } = await shop.open('/en/my-account/rewards?page=2');
  expect(html).toMatch(/1,200[^]*Worth \$12\.00/);
  expect(html).toContain('value="https://shop.test/en/signup?referral=ADA7K2"');
  expect(html).toMatch(/SPRING[^]*10% off[^]*from \$20\.00/);
  expect(html).toContain('href="/en/my-account/rewards?page=3"');
  expect(html).toMatch(/Earned with an order[^]*pending[^]*\+[^]*15/);
});

test.each(['en', 'zh'])('%s: a page of the account has one icon in every menu', async (lang) => {
  const { shell } = pageFixture('account', '/en/my-account');
  const features = ['account', 'sims'] as typeof shell.features;
  shop = await openShop('account', account, { shell: { ...shell, features } });
  const { html } = await shop.open(`/${lang}/my-account`);
  const icons = new Map<string, Set<string>>();
  for (const [, path, icon] of html.matchAll(
    /<a [^>]*href="([^"#]*)"[^>]*><svg[^>]*><path d="([^"]*)"/g,
  ))
    icons.set(path!, new Set(icons.get(path!)).add(icon!));
  for (const page of ['', '/orders', '/sims-info', '/delete-account'])
    expect([page, icons.get(`/${lang}/my-account${page}`)?.size]).toEqual([page, 1]);
});

test('a deleted account ends at home, as a new document', async () => {
  shop = await openShop('account_delete', { user });
  giveKey(shop.bff);
  shop.bff.on(DELETE, () => ({ status: 422, code: 'password_incorrect', message: 'wrong' }));
  const form = { password: SECRET, confirm: '1' };
  const refused = await shop.post('/en/my-account/delete-account', form);
  expect(refused.html).toMatch(/id="field-password-error"[^]*wrong/);
  expect(refused.html).not.toContain(SECRET);
  shop.bff.on(DELETE, () => ({ data: null, setCookie: ['token=; Max-Age=0; Path=/'] }));
  const gone = await shop.post('/en/my-account/delete-account', form);
  expect(gone).toMatchObject({ status: 303, location: '/en/home#account-deleted' });
  expect(sealedBodies(shop.bff, DELETE).at(-1)).toEqual({ password: SECRET, confirm: true });
});

test.each([
  ['account', 'my-account?edit=new', { form: 'address' }],
  ['account_sims', 'my-account/sims-info', { form: 'link', intent: 'send', iccid: '1' }],
  ['account_delete', 'my-account/delete-account', { password: SECRET, confirm: '1' }],
] as const)('who is logged out meanwhile is told so: %s', async (kind, path, form) => {
  const data = { account, account_sims: { items: [] }, account_delete: { user } }[kind];
  shop = await openShop(kind, data as never);
  giveKey(shop.bff);
  for (const call of [SAVE, SEND, DELETE]) {
    shop.bff.on(call, () => ({ status: 401, code: 'login_required' }));
  }
  const answer = await shop.post(`/zh/${path}`, form);
  const way = new URLSearchParams({ redirect: `/zh/${path}`, over: '1' });
  expect(answer.status).toBe(303);
  expect(new URL(answer.location!, 'http://shop').searchParams.toString()).toBe(way.toString());
});

test('the rules of a password are ticked off', () => {
  const none = { length: false, digit: false, letter: false, symbol: false };
  expect(fulfilledRules('')).toEqual(none);
  expect(fulfilledRules('abc')).toEqual({ ...none, letter: true });
  expect(fulfilledRules('a1!'.repeat(7))).toMatchObject({
    length: false,
    digit: true,
    symbol: true,
  });
  expect(Object.values(fulfilledRules(SECRET))).toEqual([true, true, true, true]);
});

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
    'Safari · iPhone',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36 Edg/130.0', 'Edge · Windows'],
  ['curl/8.5', ''],
])('%s is %s', (agent, name) => expect(deviceName(agent)).toBe(name));
