import { facts, plan } from '../../test/plans';
import type { PageDataByKind } from '../gw/page';
import type { Goods, Group, WhichChoice } from '../gw/types';
import { lines, twin } from './testTwin';

const goods = (id: string, more: Partial<Goods> = {}) =>
  plan(id, 1, { unitPrice: { per: 'gb', amount: 217 }, ...more }).goods;
const LINE =
  '- **[Plan a](https://shop.test/en/travel-card/asia/a)** · 3 GB · 7 days · 5G, eSIM · 3 GB at full speed, then data stops · Starts when it first connects at the destination · $2.17 per GB · $6.50';
const faq = [
  { category: '', question: 'How much?', answerHtml: '', answerMarkdown: 'From **$6.50**.' },
];
const asia: Group = { group: 'asia', name: 'Asia', image: '', intro: 'Many _places_.' };
const reviews = {
  count: 12,
  average: 4.6,
  html: '',
  latest: [
    {
      reviewId: '1',
      goodsId: 'a',
      goodsName: 'Plan a',
      stars: 5,
      text: 'Fast\n# really',
      name: '',
      lang: 'en' as const,
      at: '2026-03-05T20:30:00Z',
    },
  ],
};

test('home: destinations, plans, regions, reviews, questions', () => {
  const data: PageDataByKind['home'] = {
    groups: [asia],
    destinations: [
      {
        code: 'JP',
        name: '日本',
        flag: '',
        fromPrice: 650,
        currency: 'USD',
        href: '/zh/travel-card/destination/jp',
      },
    ],
    featured: [goods('a')],
    faq,
    reviews,
  };
  const chinese = lines(twin('home', data, 'zh'));
  expect(chinese.slice(0, 8)).toEqual([
    '# 出发前备好流量，落地即可上网。',
    '预付 eSIM 与实体卡：无合约、一口价，在家就能装好。',
    '- 付款后几分钟即收 eSIM',
    '- 未使用可全额退款',
    '- 真人客服，中英双语',
    '[查看全部套餐](https://shop.test/zh/travel-card/listing)',
    '## 热门目的地',
    '- [日本](https://shop.test/zh/travel-card/destination/jp) · $6.50 起',
  ]);
  expect(chinese).toContain(
    '- **[Plan a](https://shop.test/zh/travel-card/asia/a)** · 3 GB · 7 天 · 5G、eSIM · 3 GB 高速流量，用完即停 · 抵达目的地首次联网起算 · 每 GB $2.17 · $6.50',
  );
  const english = lines(twin('home', data));
  expect(english).toContain(LINE);
  expect(english).toContain('- [Asia](https://shop.test/en/travel-card/asia) · Many \\_places\\_.');
  expect(english).toContain(
    '1. **Choose a plan** · Pick your destination and how much data you need. No shop, no paperwork.',
  );
  expect(english).toContain('4.6 out of 5, 12 reviews');
  expect(english).toContain(
    '- 5 of 5 stars · **Plan a** · Fast # really · A customer · 6 Mar 2026',
  );
  const at = english.indexOf('### How much?');
  expect(english.slice(at + 1, at + 3)).toEqual([
    'From **$6.50**.',
    '[All questions](https://shop.test/en/faq)',
  ]);
});

const listing = (more: Partial<PageDataByKind['listing']> = {}): PageDataByKind['listing'] => ({
  groups: [asia],
  query: { countries: [], sort: 1, page: 1 },
  list: {
    items: [goods('a'), goods('b', { available: false, contractPeriod: '12m' })],
    total: 5,
    page: 1,
    pageSize: 2,
    facets: { destinations: [], simType: [], data: [], days: [], voice: [], networkType: [] },
  },
  destinations: [],
  ...more,
});

test('listing: a line for each plan, further pages, regions', () => {
  expect(lines(twin('listing', listing()))).toEqual([
    '# Travel data plans',
    'Prepaid data for your trip, as eSIM or SIM card. You see every cost before you pay.',
    '[Help me choose](https://shop.test/en/travel-card/which)',
    '5 plans',
    LINE,
    `${LINE.replaceAll('Plan a', 'Plan b').replace('asia/a', 'asia/b')} per month · Sold out`,
    '[Page 1](https://shop.test/en/travel-card/listing) · [Page 2](https://shop.test/en/travel-card/listing?page=2) · [Page 3](https://shop.test/en/travel-card/listing?page=3)',
    '[All](https://shop.test/en/travel-card/listing) · [Asia](https://shop.test/en/travel-card/asia)',
    '[Home](https://shop.test/en/home) / Travel data plans',
  ]);
  const sections = [
    { title: 'Only Japan', count: 1 },
    { title: 'Japan and its region', count: 1 },
  ];
  const query = { countries: ['JP'], sort: 1, page: 1 };
  const grouped = lines(twin('listing', listing({ sections, query })));
  expect(grouped.slice(4, 7)).toEqual(['## Only Japan', LINE, '## Japan and its region']);
  expect(grouped).toContain('[Reset all filters](https://shop.test/en/travel-card/listing)');
});

test('group: its own introduction; where nothing is found, what to do', () => {
  const list = { ...listing().list, items: [], total: 0 };
  const chinese = lines(twin('group', listing({ group: { ...asia, name: '亚洲' }, list }), 'zh'));
  expect(chinese.slice(0, 2)).toEqual(['# 亚洲', 'Many \\_places\\_.']);
  expect(chinese).toContain('## 没有符合条件的套餐');
  expect(chinese.at(-1)).toMatch(/^\[首页\].* \/ \[.*\]\(.*\/zh\/travel-card\/listing\) \/ 亚洲$/);
  expect(twin('group', listing({ group: asia }))).toContain(LINE);
});

const detail = (more: Partial<PageDataByKind['detail']> = {}): PageDataByKind['detail'] => ({
  goods: goods('a'),
  groupName: 'Asia',
  options: [
    { simType: 'esim', available: true, maxQuantity: 5 },
    { simType: 'physical', available: false, maxQuantity: 0 },
  ],
  coverage: [{ code: 'JP', name: 'Japan', region: 'asia', flag: '' }],
  related: [goods('b')],
  description: 'For *two* weeks.',
  facts,
  faq,
  ...more,
});

test('detail: price, SIM types, facts, coverage, steps, questions', () => {
  expect(lines(twin('detail', detail())).slice(0, 10)).toEqual([
    '# Plan a',
    '3 GB · 7 days · 5G, eSIM',
    '3 GB at full speed, then data stops',
    'For \\*two\\* weeks.',
    '- **Price**: $6.50',
    '- **SIM type**: eSIM (By email, minutes after payment), SIM card (Sold out)',
    '[Check your device](https://shop.test/en/esim?goodsId=a#check)',
    '## Plan facts',
    '- **Full-speed data**: 3 GB',
    '- **When data runs out**: Data stops',
  ]);
  const english = lines(twin('detail', detail({ reviews })));
  expect(english).toContain('## Coverage: Japan');
  expect(english).toContain('- [Japan](https://shop.test/en/travel-card/destination/jp)');
  expect(english).toContain('- 5 of 5 stars · Fast # really · A customer · 6 Mar 2026');
  expect(english).toContain('From **$6.50**.');
  expect(english.at(-1)).toBe(
    '[Home](https://shop.test/en/home) / [Asia](https://shop.test/en/travel-card/asia) / Plan a',
  );
  const chinese = lines(
    twin(
      'detail',
      detail({
        goods: goods('a', { contractPeriod: '12m', realName: ['HK'] }),
        facts: { ...facts, deposit: 1000, contractPeriod: '12m', realName: ['HK'] },
        registration: '请备好护照。',
      }),
      'zh',
    ),
  );
  expect(chinese).toContain('- **今天应付**：$16.50 = 首月 $6.50 + 押金 $10.00');
  expect(chinese).toContain('- **之后每月**：$6.50');
  expect(chinese.find((line) => line.startsWith('- **合约期**'))).toMatch(
    /：合约期 12 个月。后续月费/,
  );
  const month = { contractPeriod: '30d' };
  const once = twin('detail', detail({ goods: goods('a', month), facts: { ...facts, ...month } }));
  expect(once).toContain('- **Due today**: $6.50');
  expect(once).toContain('- **Contract**: 30 days, no contract, nothing renews by itself');
  expect(once).not.toContain('Then per month');
  expect(chinese).toContain('- **卡类型**：eSIM（付款后几分钟内发到邮箱）、实体卡（已售罄）');
  expect(chinese).toContain('- **实名登记**：使用前须实名登记：中国香港 · 请备好护照。');
  const gone = twin('detail', detail({ options: [], goods: goods('a', { available: false }) }));
  expect(gone).toContain('- **Price**: $6.50 · Sold out');
  expect(gone).toContain('**Sold out** · This plan cannot be ordered right now.');
});

test('destination: what its plans have in common, and each with its prices per unit', () => {
  const data: PageDataByKind['destination'] = {
    destination: { code: 'JP', name: 'Japan', region: 'asia', flag: '' },
    group: asia,
    facts: {
      plans: 2,
      from: 650,
      currency: 'USD',
      simTypes: ['esim'],
      networkTypes: ['4G', '5G'],
      hotspot: 2,
      calls: 0,
      realName: 1,
      regimes: ['HK'],
    },
    sections: [{ reach: 'only', plans: [plan('a', 1), { ...plan('b', 13), perGb: undefined }] }],
    bestValue: 'a',
    faq,
  };
  const english = lines(twin('destination', data));
  const rest =
    ' · 3 GB · 7 days · 5G, eSIM · 3 GB at full speed, then data stops · Starts when it first connects at the destination';
  expect(english.slice(0, 12)).toEqual([
    '# Japan data plans',
    '2 plans, from $6.50',
    '## What Japan plans offer',
    '- **Comes as**: eSIM',
    '- **Network**: 4G, 5G',
    '- **Hotspot (tethering)**: All 2 plans',
    '- **Calls**: None of the plans',
    '- **Real-name registration**: 1 of 2 plans · Required before use: Hong Kong',
    '## Only Japan',
    'For a trip that stays there.',
    `- **[Plan a](https://shop.test/en/travel-card/asia/a)** **Best value**${rest} · Per GB: $2.17 · Per day: $0.93 · $6.50`,
    `- **[Plan b](https://shop.test/en/travel-card/asia/b)** · 13 destinations${rest} · Per GB: No limit · Per day: $0.93 · $6.50`,
  ]);
  expect(english).toContain('## Questions about Japan plans');
  expect(twin('destination', data, 'zh')).toContain(' · 13 地通用 · 3 GB · 7 天 · 5G、eSIM · ');
});

const JAPAN = { code: 'JP', name: 'Japan' };
const stay = { places: [JAPAN], days: 7, perDayTenths: 3, needTenths: 21 };
const part = { goods: goods('a'), simTypes: ['esim' as const], stay, quantity: 1 };
const which = (more: Partial<PageDataByKind['which']> = {}): PageDataByKind['which'] => ({
  popular: [JAPAN],
  regions: [],
  habits: [{ id: 'maps', tenths: 3 }],
  mostPlaces: 5,
  mostDays: 365,
  answers: { countries: [], days: '', habits: ['maps'] },
  errors: {},
  choices: [],
  ...more,
});

test('which: what is recommended and why, or what comes nearest', () => {
  expect(lines(twin('which', which())).slice(0, 5)).toEqual([
    '# Which plan do I need?',
    'Tell us about your trip. We go through every prepaid plan in stock and name up to three that fit, and why.',
    '## What will you use data for?',
    '- **Maps and chat**: Directions, messages, email: 0.3 GB a day',
    '## How we choose',
  ]);
  const choices: WhichChoice[] = [
    { kind: 'cheapest', parts: [part], total: 650, currency: 'USD' },
    { kind: 'twice', parts: [{ ...part, quantity: 2 }], total: 1300, currency: 'USD' },
  ];
  expect(lines(twin('which', which({ trip: stay, choices }))).slice(1, 9)).toEqual([
    '## Japan: 7 days',
    'You need about 2.1 GB: 0.3 GB a day.',
    '### Cheapest that fits',
    '$6.50 · No plan that fits costs less.',
    '- **[Plan a](https://shop.test/en/travel-card/asia/a)** · 3 GB for 7 days; you need about 2.1 GB. · 5G, eSIM',
    '### The same plan twice',
    'Total $13.00 · No single plan fits the whole trip, but two of this one do: change to the second when the first is used up.',
    '- **[2 × Plan a](https://shop.test/en/travel-card/asia/a)** · 3 GB for 7 days; you need about 2.1 GB. · 5G, eSIM · $6.50',
  ]);
  const nearest = { part, missing: [JAPAN], days: false, data: true, hotspot: false };
  const none = lines(twin('which', which({ trip: stay, nearest }), 'zh'));
  expect(none).toContain('### 最接近的是这一款：');
  expect(none.join('\n')).toMatch(/\n- [^\n]*Japan[^\n]*\n- [^\n]*3 GB[^\n]*2\.1 GB/);
  expect(none.join('\n')).toContain('(https://shop.test/zh/travel-card/listing?countries=JP)');
});
