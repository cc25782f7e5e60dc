import { plan } from './plans';
import { openShop, type Shop } from './shopPages';

const PLACES = ['Japan', 'France', 'Italy', 'Spain', 'Peru', 'Chile', 'Kenya'];

const { goods: PLAN } = plan('jp-u2-8', 1, {
  price: 2490,
  unitPrice: { amount: 311, per: 'day' },
  data: { mb: 2048, per: 'day', unlimited: false, speedAfterKbps: 1000 },
  days: 8,
  activation: 'install',
});

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

test('what staff have written for the site stands in place of the words of the shop, as text', async () => {
  const said = await openShop('home', {
    groups: [],
    featured: [],
    faq: [],
    destinations: [],
    words: {
      'hero.title': 'Spring <b>sale</b>',
      'reasons.fast.title': 'In a minute',
      'hero.none': 'Nowhere',
      'constructor.prototype.x': 'Nowhere',
    },
    campaign: { text: '10% off & more', href: '/en/travel-card/listing' },
  });
  try {
    const { html } = await said.open('/en/home');
    expect(html).toContain('>Spring &lt;b&gt;sale&lt;/b&gt;</h1>');
    expect(html).toContain('>In a minute</h3>');
    expect(html).toContain('no contract, one price');
    expect(html).toMatch(/href="\/en\/travel-card\/listing"[^>]*>10% off &amp; more</);
    expect(html).not.toContain('Nowhere<');
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  } finally {
    await said.close();
  }
  const { html } = await shop.open('/en/home');
  expect(html).not.toContain('Spring');
});
