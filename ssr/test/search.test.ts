import type { PageDataByKind } from '../app/gw/page';
import { openShop, type Shop } from './shopPages';
import { plan, textOf } from './plans';

type Data = PageDataByKind['listing'];

const listing = (more: Partial<Data> = {}): Data => ({
  groups: [],
  query: { countries: [], sort: 1, page: 1 },
  list: {
    items: [plan('a', 1).goods],
    total: 1,
    page: 1,
    pageSize: 12,
    facets: { destinations: [], data: [], days: [], voice: [], simType: [], networkType: [] },
  },
  destinations: [],
  ...more,
});

let shop: Shop;
afterEach(() => shop.close());

test.each([
  ['en', 'Please enter a keyword.'],
  ['zh', '请输入关键词。'],
])('%s: a search for blanks asks for a word, above all plans', async (lang, keywordProblem) => {
  shop = await openShop('listing', listing({ keywordProblem }));
  const { html } = await shop.open(`/${lang}/travel-card/listing?keyword=`);
  const main = html.slice(html.indexOf('<main'));
  expect(main).toContain(keywordProblem);
  expect(main.indexOf(keywordProblem)).toBeLessThan(main.indexOf('<article'));
  await shop.close();
  shop = await openShop('listing', listing());
  expect((await shop.open(`/${lang}/travel-card/listing`)).html).not.toContain(keywordProblem);
});

const none = { ...listing().list, items: [], total: 0 };

test.each([
  ['en', 'Check the spelling, or choose a destination or a region.', 'Show all plans'],
  ['zh', '请检查关键词，或直接选择目的地或地区。', '显示全部套餐'],
])(
  '%s: a search that finds nothing speaks of the search, not of filters',
  async (lang, text, all) => {
    shop = await openShop(
      'listing',
      listing({ list: none, query: { countries: [], sort: 1, page: 1, keyword: 'zzqq' } }),
    );
    const { html } = await shop.open(`/${lang}/travel-card/listing?keyword=zzqq`);
    const main = html.slice(html.indexOf('<main'), html.indexOf('<footer'));
    expect(textOf(main)).toContain(text);
    expect(main).toMatch(new RegExp(`href="/${lang}/travel-card/listing"[^>]*>${all}<`));
  },
);

test('filters that leave nothing are named as the reason', async () => {
  shop = await openShop(
    'listing',
    listing({ list: none, query: { countries: ['JP'], days: 'lt7', sort: 1, page: 1 } }),
  );
  const { html } = await shop.open('/en/travel-card/listing?countries=JP&days=lt7');
  expect(textOf(html)).toMatch(/Try fewer filters.*Reset all filters/);
});

test('a browser sends no search of blanks', async () => {
  shop = await openShop('home', { groups: [], destinations: [], featured: [], faq: [] });
  const { html } = await shop.open('/en/home');
  const fields = [...html.matchAll(/<input[^>]* name="keyword"[^>]*>/g)].map(([field]) => field);
  expect(fields.length).toBeGreaterThan(1);
  for (const field of fields) {
    expect(field).toContain('required=""');
    const pattern = new RegExp(`^(?:${/ pattern="([^"]*)"/.exec(field)?.[1] ?? '.*'})$`, 'v');
    for (const blank of [' ', '   ', '\u3000', '\t ']) expect(blank).not.toMatch(pattern);
    for (const word of ['日本', ' Japan', 'Hong Kong']) expect(word).toMatch(pattern);
  }
});
