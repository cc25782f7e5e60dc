import type { Goods } from '../app/gw/types';
import { openShop, type Shop } from './shopPages';

const PLACES = ['Japan', 'France', 'Italy', 'Spain', 'Peru', 'Chile', 'Kenya'];

const PLAN: Goods = {
  goodsId: 'jp-u2-8',
  group: 'asia',
  name: 'Japan 2GB/day 8 days',
  image: '',
  price: 2490,
  unitPrice: { amount: 311, per: 'day' },
  currency: 'USD',
  simTypes: ['esim'],
  destinations: [{ code: 'JP', name: 'Japan' }],
  data: { mb: 2048, per: 'day', unlimited: false, speedAfterKbps: 1000 },
  days: 8,
  voice: { minutes: 0, unlimited: false },
  networkType: '5G',
  contractPeriod: '',
  transferNumber: false,
  activation: 'install',
  dayRule: 'rolling_24h',
  hotspot: 'yes',
  realName: [],
  available: true,
  popularity: 1,
  publishedAt: '2026-03-05T06:30:00Z',
};

let shop: Shop;

beforeEach(async () => {
  shop = await openShop('home', {
    groups: [],
    featured: [PLAN],
    faq: [],
    destinations: PLACES.map((name, at) => ({
      code: `A${at}`,
      flag: '/pc-static/flags/jp.svg',
      name,
      fromPrice: 650,
      currency: 'USD',
      href: `/travel-card/listing?countries=A${at}`,
    })),
  });
});

afterEach(() => shop.close());

test('the hero asks where to, answers with the six most popular places, and gives three proofs', async () => {
  const { html } = await shop.open('/en/home');
  const hero = html.slice(html.indexOf('<h1'), html.indexOf('id="destinations"'));
  expect(hero).toContain('no contract, one price');
  expect(hero).toContain('name="keyword"');
  const links = [...hero.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)/g)].map(
    ([, href, text]) => `${text}: ${href}`,
  );
  expect(links).toEqual([
    ...PLACES.slice(0, 6).map((name, at) => `${name}: /en/travel-card/listing?countries=A${at}`),
    'See all plans: /en/travel-card/listing',
  ]);
  expect(hero.match(/minutes after payment|Full refund|English and Chinese/g)).toHaveLength(3);
});

test('a card has the price to compare by, and says when the plan starts', async () => {
  const { html } = await shop.open('/en/home');
  const card = html.slice(html.indexOf('<article'), html.indexOf('</article>'));
  expect(card).toContain('$3.11 per day');
  expect(card).toContain('$24.90');
  expect(card).toContain('Starts when it is installed');
});
