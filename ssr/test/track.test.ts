import { openShop, type Shop } from './shopPages';

const TRACK = '/gw/cq-ordercharge/order/track';
const SEND = '/gw/auth/code/send';
const ASK = { orderNo: 'RC260305ABCD1234', email: 'ada@example.test' };

let shop: Shop;

beforeEach(async () => {
  shop = await openShop('track', { orderNo: 'RC-FROM-LINK' });
});

afterEach(() => shop.close());

const called = (path: string) => shop.bff.seen.filter((call) => call.path === path);

test('the order number of a link is filled in and no code is asked for yet', async () => {
  const { html } = await shop.open('/en/my-order?orderNo=RC-FROM-LINK');
  expect(html).toMatch(/name="orderNo"[^>]*value="RC-FROM-LINK"/);
  expect(html).not.toContain('name="code"');
});

test('a link of a mail fills in the mailbox too and goes on to its page', async () => {
  await shop.close();
  shop = await openShop('track', { ...ASK, to: 'install' });
  const path = `/en/my-order?orderNo=${ASK.orderNo}&to=install&mail=SEALED`;
  const { html } = await shop.open(path);
  expect(html).toMatch(/name="email"[^>]*value="ada@example.test"/);
  shop.bff.on(TRACK, () => ({ data: { orderNo: ASK.orderNo } }));
  const found = await shop.post(path, { ...ASK, code: '123456', intent: 'show' });
  expect(found.status).toBe(303);
  expect(found.location).toBe(`/en/my-order?orderNo=${ASK.orderNo}&to=install`);
});

test('sending a code keeps what was typed and asks for the code', async () => {
  shop.bff.on(SEND, () => ({ data: { resendAfter: 60, expiresIn: 600 } }));
  const { status, html } = await shop.post('/en/my-order', { ...ASK, intent: 'send' });
  expect(status).toBe(200);
  expect(called(SEND)[0]!.body).toMatchObject({
    channel: 'email',
    target: ASK.email,
    purpose: 'track',
    orderNo: ASK.orderNo,
  });
  expect(html).toMatch(/name="orderNo"[^>]*value="RC260305ABCD1234"/);
  expect(html).toMatch(/name="email"[^>]*value="ada@example.test"/);
  expect(html).toContain('name="code"');
  // Enter must look the order up, not send another code.
  expect(html.indexOf('value="show"')).toBeLessThan(html.indexOf('value="send"'));
});

test('an incomplete form is refused with the gateway’s message and sends no code', async () => {
  shop.bff.on(TRACK, ({ body }) => ({
    status: 422,
    code: 'validation_failed',
    message: 'Please check the highlighted fields.',
    data: { fields: { orderNo: `no ${body.orderNo}`, code: 'code_required' } },
  }));
  const { status, html } = await shop.post('/en/my-order', {
    ...ASK,
    orderNo: ' ',
    intent: 'send',
  });
  expect(status).toBe(422);
  expect(called(SEND)).toHaveLength(0);
  expect(html).toContain('id="field-orderNo-error"');
  expect(html).not.toContain('code_required');
  expect(html).not.toContain('name="code"');
  expect(html).toMatch(/name="email"[^>]*value="ada@example.test"/);
});

test('an invalid e-mail address is refused beside its field', async () => {
  shop.bff.on(SEND, () => ({
    status: 422,
    code: 'validation_failed',
    data: { fields: { target: 'Please enter a correct email address.' } },
  }));
  const { html } = await shop.post('/en/my-order', { ...ASK, intent: 'send' });
  expect(html).toMatch(/id="field-email-error"[^]*Please enter a correct email address\./);
});

test('a second code within the minute leads to the code that was sent', async () => {
  const message = 'The verification code can only be obtained once per minute, please wait';
  shop.bff.on(SEND, () => ({ status: 429, code: 'code_too_soon', message }));
  const { status, html } = await shop.post('/en/my-order', { ...ASK, intent: 'send' });
  expect(status).toBe(429);
  expect(html).toMatch(new RegExp(`id="field-code-error"[^]*${message}`));
});

test.each([
  ['order_not_found', 404, 'orderNo'],
  ['order_email_mismatch', 422, 'email'],
  ['code_incorrect', 422, 'code'],
  ['code_expired', 422, 'code'],
])('%s is shown beside %s %s', async (code, status, field) => {
  shop.bff.on(TRACK, () => ({ status, code, message: `words for ${code}` }));
  const answer = await shop.post('/en/my-order', { ...ASK, code: '123456', intent: 'show' });
  expect(answer.status).toBe(status);
  expect(answer.html).toMatch(new RegExp(`id="field-${field}-error"[^]*words for ${code}`));
  expect(answer.html).toMatch(/name="orderNo"[^>]*value="RC260305ABCD1234"/);
  expect(answer.html).toMatch(/name="email"[^>]*value="ada@example.test"/);
  expect(answer.html).toContain('name="code"');
  expect(answer.html).not.toContain('123456');
});

test('a look-up that fails says so and loses nothing', async () => {
  shop.bff.on(TRACK, () => ({ status: 500, code: 'internal' }));
  const { html } = await shop.post('/zh/my-order', { ...ASK, code: '123456' });
  expect(html).toContain('订单查询失败，请重试。');
  expect(html).toMatch(/name="email"[^>]*value="ada@example.test"/);
});

test('a code that was mailed before can be typed in without a new one', async () => {
  const { html } = await shop.post('/en/my-order', { ...ASK, intent: 'have' });
  expect(html).toContain('name="code"');
  expect(called(SEND)).toHaveLength(0);
});

test('the right code leads to the order, with the tracking cookie', async () => {
  shop.bff.on(TRACK, ({ body }) => ({
    data: { orderNo: ASK.orderNo, code: body.code },
    setCookie: ['track=signed; Path=/; HttpOnly'],
  }));
  const answer = await shop.post('/zh/my-order', { ...ASK, code: ' 123 456 ', intent: 'show' });
  expect(called(TRACK)[0]!.body).toMatchObject({ ...ASK, code: '123 456' });
  expect(answer.status).toBe(303);
  expect(answer.location).toBe('/zh/my-order/RC260305ABCD1234');
});
