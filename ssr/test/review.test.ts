import type { PageDataByKind } from '../app/gw/page';
import { openShop, type Shop } from './shopPages';

const WRITE = '/gw/mall/review/write';
const PATH = '/en/my-order/RC260305ABCD1234/review';

type Line = PageDataByKind['review']['lines'][number];

let shop: Shop;
afterEach(() => shop.close());

async function opened(...lines: Partial<Line>[]): Promise<Shop> {
  shop = await openShop('review', {
    orderNo: 'RC260305ABCD1234',
    lines: lines.map((line, at) => ({
      lineId: String(at + 1),
      name: `Plan ${at + 1}`,
      state: 'open',
      stars: 0,
      text: '',
      ...line,
    })),
  });
  return shop;
}

test('a plan that was used has a form; one that was reviewed says how the review stands', async () => {
  await opened({}, { state: 'waiting', stars: 2, text: '<b>Slow</b>' });
  const { html } = await shop.open(PATH);
  expect(html.match(/<form[^>]*method="post"/g)).toHaveLength(1);
  expect(html.match(/name="stars"/g)).toHaveLength(5);
  expect(html).toContain('We check every review before it is shown.');
  expect(html).toContain('2 of 5 stars');
  expect(html).toContain('&lt;b&gt;Slow&lt;/b&gt;');
});

test('without a plan that was used there is no form', async () => {
  await opened();
  const { html } = await shop.open(PATH);
  expect(html).toContain('Nothing to review yet');
  expect(html).not.toContain('name="stars"');
});

test('a review is sent without scripts, and the page shows itself anew', async () => {
  await opened({});
  shop.bff.on(WRITE, () => ({ data: { lineId: '1', state: 'waiting' } }));
  const { status, location } = await shop.post(PATH, {
    lineId: '1',
    stars: '4',
    text: 'Fast.',
    name: '',
  });
  expect([status, location]).toEqual([303, PATH]);
  expect(shop.bff.seen.find(({ path }) => path === WRITE)!.body).toMatchObject({
    orderNo: 'RC260305ABCD1234',
    lineId: '1',
    stars: 4,
    text: 'Fast.',
  });
});

test('a refusal stands in the form that was sent, with what was typed; the next plan waits', async () => {
  await opened({ state: 'approved', stars: 5 }, {}, {});
  shop.bff.on(WRITE, () => ({
    status: 422,
    code: 'validation_failed',
    message: '请检查标出的内容。',
    data: { fields: { stars: '请选择 1 至 5 星。' } },
  }));
  const { status, html } = await shop.post('/zh/my-order/RC260305ABCD1234/review', {
    lineId: '2',
    text: '很快',
    name: '小林',
  });
  expect(status).toBe(422);
  const [first, second] = html.split('Plan 2</h2>') as [string, string];
  expect(first).not.toContain('请选择 1 至 5 星。');
  expect(second).toContain('请选择 1 至 5 星。');
  expect(second).toContain('很快');
  expect(second).toContain('value="小林"');
  expect(html.match(/name="text"/g)).toHaveLength(1);
  expect(html).toContain('接下来可以评价此套餐。');
});

test('the home page shows the reviews, and no section when there are none', async () => {
  const home = { groups: [], featured: [], faq: [], destinations: [] };
  const html = '<h2 id="reviews">What buyers say</h2>';
  shop = await openShop('home', { ...home, reviews: { count: 1, average: 5, latest: [], html } });
  expect((await shop.open('/en/home')).html).toContain(html);
  await shop.close();
  shop = await openShop('home', home);
  expect((await shop.open('/en/home')).html).not.toContain('id="reviews"');
});
