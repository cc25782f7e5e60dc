import type { PageDataByKind } from '../app/gw/page';
import { plan, textOf } from './plans';
import { openShop, type Shop } from './shopPages';

let shop: Shop;

afterEach(() => shop.close());

function japan(): PageDataByKind['destination'] {
  return {
    destination: { code: 'JP', name: 'Japan', region: 'asia', flag: '/assets/flags/jp.svg' },
    group: { group: 'asia', name: 'Asia', image: '', intro: '' },
    art: '<svg viewBox="0 0 360 130"><path d="M0 0h1"/></svg>',
    facts: {
      plans: 3,
      from: 650,
      currency: 'USD',
      simTypes: ['esim'],
      networkTypes: ['4G', '5G'],
      hotspot: 3,
      calls: 0,
      realName: 1,
      regimes: ['HK'],
    },
    sections: [
      { reach: 'only', plans: [plan('a', 1), plan('b', 1, { available: false })] },
      { reach: 'global', plans: [plan('c', 60, { contractPeriod: '30d', realName: ['HK'] })] },
    ],
    bestValue: 'b',
    faq: [{ category: '', question: 'How much?', answerHtml: '<p>Little.</p>' }],
  };
}

test('a destination shows its drawing, facts, and plans by how far they reach, one of them the best value', async () => {
  shop = await openShop('destination', japan());
  const { html } = await shop.open('/en/travel-card/destination/jp');
  expect(html).toContain('<div aria-hidden="true" class="ml-auto');
  expect(html).toContain('<path d="M0 0h1"/>');
  const text = textOf(html);
  for (const words of [
    'Home / Travel data plans / Asia / Japan',
    'Japan data plans 3 plans, from $6.50',
    'Hotspot (tethering) All 3 plans Calls None of the plans',
    '1 of 3 plans · Required before use: Hong Kong',
    'Only Japan',
    'Japan and the world',
    'Per GB $2.17 Per day $0.93 Price $6.50',
    '$6.50 per month',
    '60 destinations.',
    'lowest price per GB at full speed among the prepaid plans',
    'Questions about Japan plans',
  ]) {
    expect(text).toContain(words);
  }
  expect(text).not.toContain('Japan and its region');
  expect(text.match(/ Best value /g)).toHaveLength(1);
  expect(text.match(/Sold out/g)).toHaveLength(1);
  expect(html).toContain('href="/en/travel-card/listing?countries=JP"');
  expect(html).toContain('href="/en/travel-card/asia"');
});

test('without a drawing, a region, a price or a best value the page says what it can', async () => {
  const { destination, facts, sections } = japan();
  const { from: _from, currency: _currency, ...unpriced } = facts;
  const { perGb: _perGb, ...unbounded } = plan('d', 1);
  shop = await openShop('destination', {
    destination,
    facts: { ...unpriced, realName: 0 },
    sections: [{ ...sections[0]!, plans: [unbounded] }],
    faq: [],
  });
  const { html } = await shop.open('/zh/travel-card/destination/jp');
  const text = textOf(html);
  expect(text).toContain('Japan流量套餐 3 款套餐 ');
  expect(text).toContain('每 GB 不限量 ');
  expect(text).toContain('实名登记 无须实名');
  expect(text).not.toMatch(/undefined|NaN|超值之选|destination[.:]/);
});
