import { openShop, type Shop } from './shopPages';

const SUBMIT = '/gw/mall/contact/submit';
const MESSAGE = {
  firstName: ' Ada ',
  lastName: '',
  email: 'ada@example.test',
  orderNo: '',
  message: 'My eSIM <does> not connect.',
};

let shop: Shop;

beforeEach(async () => {
  shop = await openShop('contact', {});
});

afterEach(() => shop.close());

test('the page has the form, the hotline and the mailbox', async () => {
  const { html } = await shop.open('/en/contact');
  for (const name of Object.keys(MESSAGE)) expect(html).toContain(`name="${name}"`);
  expect(html).toContain('href="tel:23456789"');
  expect(html).toContain('href="mailto:help@example.test"');
});

test('page and footer say when somebody answers, who sells and what can be paid with', async () => {
  const { html } = await shop.open('/en/contact');
  const [page, footer] = html.split('<footer') as [string, string];
  for (const part of [page, footer]) {
    expect(part).toContain('Every day, 09:00–18:00 (UTC+8)');
    expect(part).toContain('Roamcart Ltd, 1 Sample Street');
  }
  expect(page).toContain('We usually reply within one working day');
  expect(page).toContain('src="/pc-static/wechat.svg"');
  expect(footer).toMatch(/aria-label="We accept"[^>]*><li>Visa<\/li><li>Alipay<\/li>/);
});

test('a sent message shows its ticket in place of the form', async () => {
  shop.bff.on(SUBMIT, () => ({ data: { ticket: 'T260305K7Q2MX' } }));
  const { status, html } = await shop.post('/en/contact', MESSAGE);
  expect(status).toBe(200);
  const call = shop.bff.seen.find(({ path }) => path === SUBMIT)!;
  expect(call.body).toMatchObject({ firstName: 'Ada', message: MESSAGE.message });
  expect(html).toContain('T260305K7Q2MX');
  expect(html).not.toContain('name="message"');
});

test('errors are beside the fields and summed up; what was typed stays', async () => {
  const words = '请输入正确的邮箱地址。';
  shop.bff.on(SUBMIT, () => ({
    status: 422,
    code: 'validation_failed',
    message: '请检查标出的内容。',
    data: { fields: { email: words } },
  }));
  const { status, html } = await shop.post('/zh/contact', { ...MESSAGE, email: 'ada@' });
  expect(status).toBe(422);
  expect(html.match(new RegExp(`>${words}<|</svg>${words}<`, 'g'))).toHaveLength(2);
  expect(html).toContain('href="#field-email"');
  expect(html).toMatch(/name="email"[^>]*value="ada@"/);
  expect(html).toContain('My eSIM &lt;does&gt; not connect.</textarea>');
});

test('switching the language sends nothing and keeps what was typed, without complaints', async () => {
  const { status, html } = await shop.post('/zh/contact', { ...MESSAGE, intent: 'language' });
  expect(status).toBe(200);
  expect(shop.bff.seen.some(({ path }) => path === SUBMIT)).toBe(false);
  expect(html).toContain('<html lang="zh-Hans"');
  expect(html).toContain('My eSIM &lt;does&gt; not connect.</textarea>');
  expect(html).not.toContain('aria-invalid');
  // Where no script runs, the form's last button is the way back.
  expect(html).toMatch(/<button[^>]*value="language"[^>]*formAction="\/en\//);
});

test('too many messages are refused as a whole', async () => {
  const message = 'Too many requests. Please wait a moment and try again.';
  shop.bff.on(SUBMIT, () => ({ status: 429, code: 'rate_limited', message }));
  const { status, html } = await shop.post('/en/contact', MESSAGE);
  expect(status).toBe(429);
  expect(html).toContain(message);
  expect(html).toMatch(/name="email"[^>]*value="ada@example.test"/);
});
