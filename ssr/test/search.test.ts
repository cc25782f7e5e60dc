import type { PageDataByKind } from '../app/gw/page';
import { openShop, type Shop } from './shopPages';
import { plan } from './plans';

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
