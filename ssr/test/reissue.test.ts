import type { PageDataByKind } from '../app/gw/page';
import { openShop, type Shop } from './shopPages';

type Data = PageDataByKind['reissue'];

let shop: Shop;
afterEach(() => shop.close());

const meter = {
  used: 500,
  remaining: 2572,
  total: 3072,
  unlimited: false,
  deadline: null,
  asOf: null,
};
const none = { used: 0, remaining: 0, total: 0, unlimited: false, deadline: null, asOf: null };

async function shown(lang: string, data: Partial<Data>): Promise<string> {
  const page: Data = {
    sim: {
      simId: 's1',
      iccidLast4: '1234',
      simType: 'esim',
      state: 'deleted',
      stateText: 'Removed from the phone',
      validUntil: null,
      realName: 'not_verified',
      realNameText: '',
      usage: { data: meter, voice: none, sms: none },
      name: 'Japan',
    },
    state: 'offered',
    canAsk: true,
    text: '',
    orderNo: 'RC260305ABCD1234',
    refund: true,
    ...data,
  };
  shop = await openShop('reissue', page);
  const { status, html } = await shop.open(`/${lang}/reissue/s1`);
  expect(status).toBe(200);
  return html.slice(html.indexOf('<main'), html.indexOf('</main>'));
}

const REFRESH = /http-equiv="refresh"/i;

test.each([
  ['en', 'stop working for good', 'moves to the new eSIM', '2.5 GB (used 500 MB of 3 GB)'],
  ['zh', '将永久停用', '剩余用量会转入', '2.5 GB（已用 500 MB，共 3 GB）'],
])('%s: before anything is asked for, the page says what it means', async (lang, ...said) => {
  const page = await shown(lang, {});
  for (const text of said) expect(page).toContain(text);
  expect(page).toMatch(/<form[^>]*method="post"/);
  expect(page).not.toMatch(REFRESH);
});

test.each(['making', 'late'] as const)(
  '%s: nothing can be asked for, and a page without scripts looks again',
  async (state) => {
    const page = await shown('en', { state, canAsk: false });
    expect(page).not.toContain('name="form"');
    expect(page).toMatch(REFRESH);
    expect(page.includes('Contact us')).toBe(state === 'late');
    expect(page).not.toContain('Request a refund');
  },
);

test('ready: the way to the new code, where the order may be seen', async () => {
  const page = await shown('en', { state: 'ready', canAsk: false });
  expect(page).toContain('/en/my-order/RC260305ABCD1234/install');
});

test('ready for somebody who may not see the order: the mail has the code', async () => {
  const page = await shown('en', { state: 'ready', canAsk: false, orderNo: undefined });
  expect(page).not.toContain('/install');
  expect(page).toContain('email address of the order');
});

test('impossible: why, the money back where it can be asked for, and people who know the order', async () => {
  const page = await shown('en', { state: 'impossible', canAsk: false, text: 'Because.' });
  expect(page).toContain('Because.');
  expect(page).toContain('Request a refund');
  expect(page).toMatch(/action="\/en\/contact"[\s\S]*value="RC260305ABCD1234"/);
});

test.each([
  ['en', 'Buy a new plan'],
  ['zh', '购买新套餐'],
])('%s: over: where a new plan is sold', async (lang, label) => {
  const over = { state: 'impossible' as const, canAsk: false, text: 'Because.', refund: false };
  expect(await shown(lang, over)).not.toContain(label);
  await shop.close();
  const buy = `/${lang}/travel-card/asia/jp-3g-7`;
  const page = await shown(lang, { ...over, buy });
  expect(page).toMatch(new RegExp(`href="${buy}"[^>]*>${label}</a>`));
});

test('failed: it can be tried again; without a refund that can be asked for none is named', async () => {
  const page = await shown('en', { state: 'failed', refund: false });
  expect(page).toContain('You can try again');
  expect(page).toContain('name="form"');
  // Sent again after a lost answer, it asks for the same one.
  expect(page).toContain('name="iccidLast4" value="1234"');
  expect(page).not.toContain('Request a refund');
});

const POST = '/gw/sim/us/reissue';

test('asking leads back to the page; a refusal stands on it; without the right to see it, the login', async () => {
  await shown('en', {});
  shop.bff.on(POST, () => ({ data: { simId: 's1', state: 'making' } }));
  const asked = await shop.post('/en/reissue/s1', { form: 'reissue', iccidLast4: '4821' });
  expect(asked).toMatchObject({ status: 303, location: '/en/reissue/s1' });
  const sent = shop.bff.seen.find(({ path }) => path === POST);
  expect(sent?.body).toMatchObject({ simId: 's1', iccidLast4: '4821' });
  shop.bff.on(POST, () => ({ status: 409, code: 'reissue_limit', message: 'Two were made.' }));
  expect((await shop.post('/en/reissue/s1', { form: 'reissue' })).html).toContain('Two were made.');
  shop.bff.on(POST, () => ({ status: 401, code: 'login_required' }));
  const away = await shop.post('/en/reissue/s1', { form: 'reissue' });
  expect(away.location).toBe('/en/login?redirect=%2Fen%2Freissue%2Fs1');
});
