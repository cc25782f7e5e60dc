import type { PageDataByKind } from '../app/gw/page';
import type { GoodsFacts } from '../app/gw/types';
import { plan, textOf } from './plans';
import { openShop, type Shop } from './shopPages';

let shop: Shop;

afterEach(() => shop.close());

const facts: GoodsFacts = {
  fullSpeedMb: 3072,
  allowancePeriod: 'total',
  speedAfterKbps: 0,
  unlimited: false,
  days: 7,
  dayRule: 'rolling_24h',
  dayZone: 'UTC',
  networkType: '5G',
  hotspot: 'yes',
  activation: 'first_network',
  useWithinDays: 180,
  voiceMinutes: 0,
  voiceUnlimited: false,
  refundPolicy: 'unused_30_days',
  realName: [],
  contractPeriod: '',
  transferNumber: false,
  localNumber: false,
  deposit: 0,
  currency: 'USD',
};

const compare = (data: Partial<PageDataByKind['compare']>) =>
  openShop('compare', { plans: [], most: 3, missing: 0, left: 0, ...data });

test('plans stand in columns, and exactly the lines that differ are marked, also for screen readers', async () => {
  const a = { ...plan('a', 1), facts };
  const b = { ...plan('b', 5, { price: 990 }), perDay: 93, facts: { ...facts, hotspot: 'no' } };
  shop = await compare({ plans: [a, b] });
  const { html } = await shop.open('/en/travel-card/compare?plans=a,b');
  const rows = [...html.matchAll(/<tr class="border-t[^"]*">[\s\S]*?<\/tr>/g)].map(([row]) => row);
  const marked = rows.filter((row) => row.includes('(different)'));
  expect(marked.map(textOf)).toEqual([
    ' Price (different) $6.50 $9.90 ',
    ' Works in (different) P0 5 destinations ',
    ' Hotspot (different) Allowed Not allowed ',
  ]);
  expect(rows.filter((row) => row.includes('bg-primary-soft'))).toEqual(marked);
  expect(rows.map(textOf)).toContain(' Price per day $0.93 $0.93 ');
  expect(html).toContain('href="/en/travel-card/asia/a"');
  expect(html).toMatch(/role="region" aria-label="Compare plans" tabindex="0"/i);
});

test.each([
  ['en', {}, 'No plans chosen yet'],
  ['zh', { missing: 1 }, '有 1 款已下架。 还没有选择套餐'],
  ['en', { missing: 2 }, '2 of the plans you chose are not sold here any more.'],
  ['en', { left: 2 }, 'Up to 3 plans fit beside each other.'],
  ['en', { plans: [{ ...plan('a', 1), facts }] }, 'Choose another plan to compare this one with.'],
])('what cannot be compared is said (%s, %j)', async (lang, data, words) => {
  shop = await compare(data);
  const { status, html } = await shop.open(`/${lang}/travel-card/compare?plans=x`);
  expect(status).toBe(200);
  expect(textOf(html)).toContain(words);
  expect(html).not.toContain('(different)');
  expect(html).toContain(`href="/${lang}/travel-card/listing"`);
});
