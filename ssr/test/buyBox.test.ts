import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { PageDataByKind } from '../app/gw/page';
import type { GoodsFacts } from '../app/gw/types';
import { facts as plainFacts, plan } from './plans';
import { openShop, type Shop } from './shopPages';

type Detail = PageDataByKind['detail'];

const { goods } = plan('m-hk-100g', 1, {
  group: 'monthly',
  name: 'Hong Kong Monthly 100GB (24-month)',
  price: 3290,
  simTypes: ['esim', 'physical'],
  data: { mb: 102400, per: 'total', speedAfterKbps: 1024, unlimited: false },
  days: 30,
  voice: { minutes: 0, unlimited: true },
  activation: 'registration',
  realName: ['HK'],
  contractPeriod: '24m',
  transferNumber: true,
});

const facts: GoodsFacts = {
  ...plainFacts,
  activation: 'registration',
  contractPeriod: '24m',
  days: 30,
  deposit: 2600,
  fullSpeedMb: 102400,
  localNumber: true,
  realName: ['HK'],
  speedAfterKbps: 1024,
  transferNumber: true,
  useWithinDays: 90,
  voiceUnlimited: true,
};

const numbers = Array.from({ length: 9 }, (_, i) => ({
  numberId: `${i + 1}`,
  number: `+8525550000${i}`,
  fee: i === 8 ? 10000 : 0,
  currency: 'USD',
}));

const detail: Detail = {
  goods,
  groupName: 'Monthly plans',
  facts,
  options: [
    { simType: 'esim', available: true, maxQuantity: 9 },
    { simType: 'physical', available: true, maxQuantity: 9 },
  ],
  coverage: [],
  related: [],
  description: '',
  numbers,
};

let shop: Shop;
afterEach(() => shop.close());

const PATH = '/en/travel-card/monthly/m-hk-100g';

/** The text of a piece of HTML, its parts parted by a bar. */
const textOf = (html: string) =>
  html
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, '|')
    .replace(/\|+/g, '|');

test('a monthly plan with a contract says what is due today and then each month, with its deposit and its term', async () => {
  shop = await openShop('detail', detail);
  const en = textOf((await shop.open(PATH)).html);
  expect(en).toContain('|Due today|$58.90|Then per month|$32.90|');
  expect(en).toContain('$32.90 first month + $26.00 deposit');
  expect(en).toContain(
    '24-month contract. Further months are paid under it, not through this shop',
  );
  const zh = textOf((await shop.open(PATH.replace('/en/', '/zh/'))).html);
  expect(zh).toContain('|今天应付|$58.90|之后每月|$32.90|');
  expect(zh).toContain('合约期 24 个月。后续月费按合约支付，不经本店');
});

test.each([
  ['en', 'Due today', 'Then per month', '30 days, no contract, nothing renews by itself'],
  ['zh', '今天应付', '之后每月', '30 天，无合约，不会自动续订'],
])('%s: a plan for a month says that nothing follows', async (lang, today, then, term) => {
  const once = { contractPeriod: '30d', price: 1790 };
  shop = await openShop('detail', {
    ...detail,
    goods: { ...goods, ...once },
    facts: { ...facts, contractPeriod: '30d', deposit: 0 },
  });
  const { html } = await shop.open(PATH.replace('/en/', `/${lang}/`));
  expect(textOf(html)).toContain(`|${today}|$17.90|`);
  expect(html).not.toContain(then);
  expect(textOf(html)).toContain(`|${term}|`);
});

test('what is due counts the number that was picked and how many were asked for, without scripts after a refusal', async () => {
  shop = await openShop('detail', detail);
  shop.bff.on('/gw/mall/cart/add', () => ({
    status: 422,
    code: 'validation_failed',
    message: 'Please check.',
    data: { fields: { compatibilityConfirmed: 'Please confirm.' } },
  }));
  const sent = { intent: 'cart', simType: 'esim', quantity: '2', numberId: '9' };
  const { html } = await shop.post(PATH, sent);
  expect(textOf(html)).toContain('|Due today|$217.80|Then per month|$65.80|');
  expect(textOf(html)).toContain('$100.00 for the number');
  expect(html).toMatch(new RegExp(`${PICK.source.replace('<details', '<details[^>]* open=""')}`));
});

const PICK = /<details[^>]*><summary[^>]*>Pick a number from the list/;

test('the numbers are folded until some are looked for or one is picked', async () => {
  shop = await openShop('detail', detail);
  const { html } = await shop.open(PATH);
  expect(html).toMatch(PICK);
  expect(html).not.toMatch(/<details[^>]* open=""[^>]*><summary[^>]*>Pick a number/);
  await shop.close();
  shop = await openShop('detail', { ...detail, numberKeyword: '88', numbers: [] });
  const found = (await shop.open(`${PATH}?number=88`)).html;
  expect(found).toMatch(/<details[^>]* open=""[^>]*><summary[^>]*>Pick a number/);
  expect(found).toContain('No number has these digits');
});

test('a plan sold as a card only says how to use a card', async () => {
  const card: Detail = {
    ...detail,
    goods: { ...goods, simTypes: ['physical'], contractPeriod: '' },
    options: [{ simType: 'physical', available: true, maxQuantity: 9 }],
    numbers: undefined,
  };
  shop = await openShop('detail', card);
  const { html } = await shop.open(PATH);
  const text = textOf(html);
  expect(text).toContain('How to use the card');
  expect(text).toContain('|Insert the card|');
  expect(text).not.toMatch(/Scan a QR code|eSIM (is|to)/);
  expect(html).toContain('href="/en/services/activation"');
});

test('the way to a plan names its region', async () => {
  shop = await openShop('detail', detail);
  const { html } = await shop.open(PATH);
  expect(html).toMatch(/<a[^>]*href="\/en\/travel-card\/monthly"[^>]*>Monthly plans<\/a>/);
  expect(textOf(html)).toContain('|Home|/|Monthly plans|/|Hong Kong Monthly 100GB (24-month)|');
});

test('sticky boxes have no scroll area of their own', () => {
  const styles = readFileSync(resolve(__dirname, '../app/styles.css'), 'utf8');
  expect(styles).not.toMatch(/overflow-y|max-height/);
});
