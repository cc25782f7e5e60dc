import { giveKey, sealedBodies } from './sealed';
import { openShop, type Shop } from './shopPages';

const SEND = '/gw/auth/code/send';
const LOGIN = '/gw/auth/token/login';
const REGISTER = '/gw/auth/register';
const RESET = '/gw/auth/password/reset';
const SECRET = 'Ferry-Route-88';

let shop: Shop;
afterEach(() => shop.close());

async function open(kind: 'login' | 'signup' | 'forgot_password', data = {}): Promise<void> {
  shop = await openShop(kind, data);
  giveKey(shop.bff);
  shop.bff.on(SEND, () => ({ data: { resendAfter: 60, expiresIn: 600 } }));
}

const sent = () => shop.bff.seen.filter(({ path }) => path === SEND).map(({ body }) => body);

test.each([
  ['login', '/en/login'],
  ['signup', '/zh/signup'],
  ['forgot_password', '/en/forgot-password'],
] as const)('the page of %s has neither header nor footer', async (kind, path) => {
  await open(kind);
  const { html } = await shop.open(path);
  expect(html).toContain('<main');
  expect(html).not.toMatch(/<(header|footer)[ >]/);
});

test.each([
  ['login', '/en/login', /^(current-password)$/],
  ['signup', '/en/signup', /^(new-password)$/],
] as const)(
  'passwords are masked, and managers may fill them in: %s',
  async (kind, path, filledWith) => {
    await open(kind);
    const { html } = await shop.open(path);
    const inputs = [...html.matchAll(/<input [^>]*>/g)].map(([tag]) => ({
      name: /\bname="([^"]*)"/.exec(tag)?.[1],
      type: /\btype="([^"]*)"/.exec(tag)?.[1],
      autocomplete: /\bautocomplete="([^"]*)"/i.exec(tag)?.[1] ?? '',
    }));
    const secret = inputs.filter(({ name }) => /password/i.test(name ?? ''));
    expect(secret).not.toHaveLength(0);
    for (const input of secret) {
      expect(input).toMatchObject({ type: 'password' });
      expect(input.autocomplete).toMatch(filledWith);
    }
    for (const { name, autocomplete } of inputs) {
      if (name === 'email') expect(autocomplete).toMatch(/^(email|username)$/);
      if (name === 'code') expect(autocomplete).toBe('one-time-code');
    }
    expect(/onpaste/i.test(html)).toBe(false);
  },
);

describe('login', () => {
  const logsIn = () =>
    shop.bff.on(LOGIN, () => ({ data: {}, setCookie: ['token=t; Path=/; HttpOnly'] }));

  test('by e-mail: sealed by the renderer, the cookie travels on, then back to where it began', async () => {
    await open('login');
    logsIn();
    const answer = await shop.post('/en/login?redirect=/en/order%3FbuyNow%3Da', {
      by: 'email',
      email: ' ada@example.test ',
      password: ` ${SECRET}`,
    });
    expect(sealedBodies(shop.bff, LOGIN)).toEqual([
      { email: 'ada@example.test', password: ` ${SECRET}` },
    ]);
    expect(answer).toMatchObject({ status: 303, location: '/en/order?buyNow=a' });
    expect(answer.cookies).toEqual(['token=t; Path=/; HttpOnly']);
  });

  test.each(['https://evil.test/en', '//evil.test/en', '/\\evil.test', '/en/\\evil.test', 'x'])(
    'never leads off the site: %s',
    async (redirect) => {
      await open('login');
      logsIn();
      const path = `/zh/login?redirect=${encodeURIComponent(redirect)}`;
      const { location } = await shop.post(path, { by: 'email', email: 'a', password: 'b' });
      expect(location).toBe('/zh/my-account');
    },
  );

  test('by mobile number: a code, then the login; its tab stays open', async () => {
    await open('login');
    const first = await shop.post('/en/login', { by: 'phone', phone: '+852 1', intent: 'send' });
    expect(sent()[0]).toMatchObject({ channel: 'sms', target: '+852 1', purpose: 'login' });
    // How a number is typed, as the site says.
    for (const lang of ['en', 'zh'])
      expect((await shop.open(`/${lang}/login?by=phone`)).html).toContain('+44 7700 900123');
    expect(first.html).toMatch(/<input(?=[^>]*value="phone")(?=[^>]*checked)[^>]*>/);
    expect(first.html).toMatch(/name="phone"[^>]*value="\+852 1"/);
    logsIn();
    await shop.post('/en/login', { by: 'phone', phone: '+852 1', code: ' 123 456' });
    expect(sealedBodies(shop.bff, LOGIN)).toEqual([
      { by: 'phone', phone: '+852 1', code: '123 456' },
    ]);
  });

  test('another code is offered only where one was sent', async () => {
    await open('login');
    const form = { by: 'phone', phone: '+852 1', code: '' };
    const offered = (html: string) => /value="send"[^>]*>([^<]*)</.exec(html)?.[1];

    shop.bff.on(SEND, () => ({ status: 422, code: 'validation_failed', message: 'no number' }));
    const wrong = await shop.post('/en/login', { ...form, intent: 'send' });
    expect(offered(wrong.html)).toBe('Send code');

    shop.bff.on(SEND, () => ({ data: { resendAfter: 60, expiresIn: 600 } }));
    const right = await shop.post('/en/login', { ...form, intent: 'send' });
    expect(offered(right.html)).toBe('Send a new code');
    const [, again = ''] = /name="again" value="([^"]*)"/.exec(right.html)!;

    shop.bff.on(LOGIN, () => ({ status: 422, code: 'code_incorrect', message: 'wrong code' }));
    const known = { ...form, code: '111111', sentTo: '+852 1', again };
    const mistyped = await shop.post('/en/login', known);
    expect(offered(mistyped.html)).toBe('Send a new code');
    expect(mistyped.html).toContain(`name="again" value="${again}"`);
    const other = await shop.post('/en/login', { ...known, phone: '+852 2' });
    expect(offered(other.html)).toBe('Send code');
  });

  test('a refusal keeps the address, never the password', async () => {
    await open('login');
    const message = 'Wrong Password or Email. You have 4 attempts remaining.';
    shop.bff.on(LOGIN, () => ({ status: 401, code: 'wrong_credentials', message }));
    const form = { by: 'email', email: 'ada@example.test', password: SECRET };
    const { status, html } = await shop.post('/en/login', form);
    expect(status).toBe(401);
    expect(html).toContain(message);
    expect(html).toMatch(/name="email"[^>]*value="ada@example.test"/);
    expect(html).not.toContain(SECRET);
  });

  test('a locked account is told when it opens, and how to open it now', async () => {
    await open('login', { redirect: '/en/cart' });
    shop.bff.on(LOGIN, () => ({
      status: 423,
      code: 'account_locked',
      message: 'locked for today',
      data: { lockedUntil: '2026-03-05T16:00:00Z' },
    }));
    const form = { by: 'email', email: 'ada@example.test', password: SECRET };
    const { html } = await shop.post('/en/login?redirect=/en/cart', form);
    expect(html).toMatch(/locked for today[^]*6 Mar 2026, 00:00/);
    expect(html).toContain('href="/en/forgot-password?redirect=%2Fen%2Fcart"');
  });
});

describe('sign-up', () => {
  const FORM = {
    firstName: 'Ada',
    lastName: '',
    email: 'ada@example.test',
    referral: 'FRIEND1',
    promoConsent: '1',
    agree: '1',
    password: '',
    confirmPassword: '',
  };
  const incomplete = (fields: Record<string, string>) =>
    shop.bff.on(REGISTER, () => ({
      status: 422,
      code: 'validation_failed',
      message: 'Please check the highlighted fields.',
      data: { fields: { code: 'no code', ...fields } },
    }));

  test.each([
    ['en', ['firstName', 'lastName']],
    ['zh', ['lastName', 'firstName']],
  ])('a name is asked for as it is said: %s', async (lang, names) => {
    await open('signup');
    const { html } = await shop.open(`/${lang}/signup`);
    const asked = [...html.matchAll(/name="(firstName|lastName)"/g)].map(([, name]) => name);
    expect(asked).toEqual(names);
  });

  test('the code of a link is filled in', async () => {
    await open('signup', { referral: 'FRIEND1' });
    const { html } = await shop.open('/en/signup?referral=FRIEND1');
    expect(html).toMatch(/name="referral"[^>]*value="FRIEND1"/);
  });

  test('without scripts the password is asked for with the code, and nothing else is lost', async () => {
    await open('signup');
    incomplete({ password: 'no password' });
    const { status, html } = await shop.post('/en/signup', { ...FORM, intent: 'send' });
    expect(status).toBe(200);
    expect(sent()).toEqual([
      expect.objectContaining({ channel: 'email', target: FORM.email, purpose: 'signup' }),
    ]);
    expect(html).toContain('name="code"');
    for (const name of ['firstName', 'email', 'referral'] as const) {
      expect(html).toMatch(new RegExp(`name="${name}"[^>]*value="${FORM[name]}"`));
    }
    for (const name of ['promoConsent', 'agree']) {
      expect(html).toMatch(new RegExp(`<input(?=[^>]*name="${name}")(?=[^>]*checked)[^>]*>`));
    }
    expect(html).not.toContain('no password');
    // Enter must sign up, not send another code.
    expect(html.indexOf('value="register"')).toBeLessThan(html.indexOf('value="send"'));
  });

  test('what is wrong with the form is said before a code is sent', async () => {
    await open('signup');
    incomplete({ agree: 'please agree', password: 'no password' });
    const typed = { ...FORM, agree: '', withPassword: '1', intent: 'send' };
    const { status, html } = await shop.post('/en/signup', typed);
    expect(status).toBe(422);
    expect(sent()).toEqual([]);
    expect(html).toMatch(/id="field-agree-error"[^]*please agree/);
    expect(html).toMatch(/id="field-password-error"[^]*no password/);
    expect(html).not.toContain('no code');
  });

  test('the account is made, and the page holds no password on the way', async () => {
    await open('signup');
    const form = {
      ...FORM,
      password: SECRET,
      confirmPassword: SECRET,
      code: '123456',
      intent: 'register',
    };
    shop.bff.on(REGISTER, () => ({ status: 409, code: 'email_exists', message: 'Email exists' }));
    const refused = await shop.post('/en/signup', form);
    expect(refused.html).toMatch(/id="field-email-error"[^]*Email exists/);
    expect(refused.html).not.toContain(SECRET);
    expect(refused.html).toContain('name="code"');

    shop.bff.on(REGISTER, () => ({ data: {}, setCookie: ['token=t; Path=/'] }));
    const made = await shop.post('/en/signup?redirect=/en/cart', {
      ...form,
      idempotencyKey: 'key',
    });
    expect(made).toMatchObject({ status: 303, location: '/en/cart', cookies: ['token=t; Path=/'] });
    expect(sealedBodies(shop.bff, REGISTER).at(-1)).toEqual({
      email: FORM.email,
      code: '123456',
      password: SECRET,
      confirmPassword: SECRET,
      firstName: 'Ada',
      promoConsent: true,
      agree: true,
      referral: 'FRIEND1',
    });
    const { headers } = shop.bff.seen.findLast(({ path }) => path === REGISTER)!;
    expect(headers['idempotency-key']).toBe('key');
  });

  test('a second code within the minute leads to the code that was sent', async () => {
    await open('signup');
    incomplete({});
    const message = 'once per minute';
    shop.bff.on(SEND, () => ({ status: 429, code: 'code_too_soon', message }));
    const { status, html } = await shop.post('/en/signup', { ...FORM, intent: 'send' });
    expect(status).toBe(429);
    expect(html).toMatch(/id="field-code-error"[^]*once per minute/);
  });
});

describe('forgotten password', () => {
  const FORM = { email: 'ada@example.test', code: '123456', password: SECRET, confirmPassword: '' };

  test('a code, then the new password, then the login, which says so', async () => {
    await open('forgot_password');
    const first = await shop.post('/en/forgot-password', { email: FORM.email, intent: 'send' });
    expect(sent()[0]).toMatchObject({ target: FORM.email, purpose: 'reset' });
    expect(first.html).toContain('name="confirmPassword"');
    shop.bff.on(RESET, () => ({ data: null }));
    const done = await shop.post('/en/forgot-password?redirect=/en/cart', FORM);
    expect(sealedBodies(shop.bff, RESET)).toEqual([FORM]);
    expect(done.location).toBe('/en/login?redirect=%2Fen%2Fcart&reset=1');
  });

  test.each([
    ['email_not_registered', 'email'],
    ['code_incorrect', 'code'],
    ['code_expired', 'code'],
    ['same_password', 'password'],
  ])('%s is said beside %s', async (code, field) => {
    await open('forgot_password');
    shop.bff.on(RESET, () => ({ status: 422, code, message: `words for ${code}` }));
    const { html } = await shop.post('/en/forgot-password', FORM);
    expect(html).toMatch(new RegExp(`id="field-${field}-error"[^]*words for ${code}`));
    expect(html).toMatch(/name="email"[^>]*value="ada@example.test"/);
    expect(html).not.toContain(SECRET);
  });
});

test.each([
  ['en', 'Not one that many people use'],
  ['zh', '请勿使用常见密码'],
])('the rule on the page says that a common password does not count: %s', async (lang, words) => {
  await open('signup');
  const { html } = await shop.open(`/${lang}/signup`);
  expect(html).toContain(words);
});
