import { test as base, expect } from '@playwright/test';
import { readHead, type Head } from './head';
import { Site, each, sitemapOf, type Alternates } from './sites';
import { unknownTerms } from './terms';

// The shop as crawlers and assistants see it: no browser, no script, no cookie.

const test = base.extend<{ site: Site; host: string }>({
  host: ['localhost', { option: true }],
  site: async ({ host }, use) => {
    const site = new Site(host);
    await use(site);
    site.close();
  },
});

type Crawled = { sitemap: Map<string, Alternates>; pages: Map<string, Head>; faults: string[] };

for (const host of ['localhost', 'hk.localhost', 'uk.localhost']) {
  test.describe(host, () => {
    test.use({ host });
    test(`every address of the sitemaps is sound: ${host}`, async ({ site }) => {
      test.setTimeout(180_000);
      const crawled = await crawl(site);
      const { sitemap, pages, faults } = crawled;
      expect(sitemap.size).toBeGreaterThanOrEqual(150);
      headsAreTheirOwn(crawled);
      linksLeadEverywhere(site, crawled);
      await linksAreAddresses(site, crawled);
      await imagesAreThere(site, crawled);
      await picturesAreDrawn(site, crawled);
      await pricesAgree(site, crawled);
      expect(faults).toEqual([]);
      expect(pages.size).toBe(sitemap.size);
    });
  });
}

/** Asks for every page of the sitemaps and for its Markdown twin. */
async function crawl(site: Site): Promise<Crawled> {
  expect(await site.text('/robots.txt')).toContain(`Sitemap: ${site.origin}/sitemap.xml`);
  const found: Crawled = { sitemap: await sitemapOf(site), pages: new Map(), faults: [] };
  const { sitemap, pages, faults } = found;
  await each(sitemap, async ([address, alternates]) => {
    const { status, headers, body } = await site.ask(address);
    const fault = (what: string) => faults.push(`${address}: ${what}`);
    if (status !== 200) return void fault(`is ${status}`);
    const head = readHead(body.toString(), address);
    pages.set(address, head);
    if (headers['set-cookie']) fault('sets a cookie');
    if (headers['x-robots-tag'] || head.robots) fault('may not be indexed');
    if (head.canonical !== address) fault(`has the canonical address ${head.canonical}`);
    if (!same(head.alternates, alternates)) fault('has other alternates than in the sitemap');
    if (!Object.values(alternates).includes(address)) fault('is not among its alternates');
    for (const [lang, other] of Object.entries(alternates)) {
      const back = lang === 'x-default' ? alternates : sitemap.get(other);
      if (!back || !same(back, alternates)) fault(`its alternate ${lang} does not lead back`);
    }
    if (Object.keys(alternates).sort().join() !== 'en,x-default,zh-Hans') fault('lacks a language');
    for (const facts of head.jsonLd) faults.push(...unknownTerms(facts, address));
    const twin = await site.ask(head.markdown ?? '/none.md');
    const text = twin.body.toString();
    if (twin.status !== 200 || twin.headers['content-type'] !== 'text/markdown; charset=utf-8') {
      fault(`its Markdown twin is ${twin.status}`);
    } else if (!text.startsWith('# ') || /<\/?(div|span|p|script)\b/.test(text)) {
      fault('its Markdown twin is no Markdown');
    }
    if (twin.headers.link !== `<${address}>; rel="canonical"`) fault('its twin names another page');
    if (twin.headers['x-robots-tag'] !== 'noindex') fault('its twin may be indexed');
    const price = offerOf(head)?.price;
    if (price && !text.replaceAll(',', '').includes(price)) fault('its twin lacks the price');
  });
  return found;
}

/** Titles and descriptions have lengths that are shown whole, and none says the same as another of its language. */
function headsAreTheirOwn({ pages, faults }: Crawled): void {
  const seen = new Map<string, string>();
  for (const [address, head] of pages) {
    const lang = langOf(address);
    // A Chinese character is as wide as two Latin letters.
    const width = (text: string) => [...text].reduce((n, c) => n + (c > '\u2e7f' ? 2 : 1), 0);
    for (const [what, text, least, most] of [
      ['title', head.title, 12, 90],
      ['description', head.description, 40, 230],
    ] as const) {
      if (width(text) < least || width(text) > most) {
        faults.push(`${address}: ${what} is ${width(text)} wide: ${text}`);
      }
      const key = `${lang} ${what} ${text}`;
      if (seen.has(key)) faults.push(`${address}: ${what} is that of ${seen.get(key)}`);
      seen.set(key, address);
    }
  }
}

/** Every page is reached from the home page of its language by links alone. */
function linksLeadEverywhere(site: Site, { pages, faults }: Crawled): void {
  const reached = new Set<string>();
  const waiting = ['en', 'zh'].map((lang) => `${site.origin}/${lang}/home`);
  for (let address = waiting.pop(); address; address = waiting.pop()) {
    if (reached.has(address)) continue;
    reached.add(address);
    waiting.push(...(pages.get(address)?.links ?? []).filter((link) => pages.has(link)));
  }
  for (const address of pages.keys()) {
    if (!reached.has(address)) faults.push(`${address}: no link leads there`);
  }
}

/** No link leads to a redirect or to nothing; pages about one visitor are theirs to answer. */
async function linksAreAddresses(site: Site, { pages, faults }: Crawled): Promise<void> {
  const robots = await site.text('/robots.txt');
  const closed = [...robots.matchAll(/^Disallow: (\S+)$/gm)].map(([, path]) => path!);
  const from = new Map<string, string>();
  for (const [address, { links }] of pages) {
    for (const link of links) {
      const path = link.slice(site.origin.length);
      // "/" is where each region begins; it chooses a language and is the only address that does.
      if (path === '/' || pages.has(link)) continue;
      if (closed.some((start) => path.startsWith(start))) continue;
      from.set(link, address);
    }
  }
  await each(from, async ([link, address]) => {
    const { status } = await site.ask(link);
    if (status !== 200) faults.push(`${address}: links to ${link}, which is ${status}`);
  });
}

/** Every picture in a page is one; flags are pixels, which browsers make no document for. */
async function imagesAreThere(site: Site, { pages, faults }: Crawled): Promise<void> {
  const from = new Map<string, string>();
  for (const [address, { images }] of pages) for (const src of images) from.set(src, address);
  const flags = [...from.keys()].filter((src) => src.endsWith('.webp'));
  expect(flags.length, 'flags').toBeGreaterThan(20);
  await each(from, async ([src, address]) => {
    if (src.startsWith('data:')) return;
    const { status, headers } = await site.ask(src);
    const type = String(headers['content-type']);
    if (status !== 200 || !type.startsWith('image/')) {
      faults.push(`${address}: shows ${src}, which is ${status} ${type}`);
    }
  });
}

/** Each page has a picture of its own; one of each kind of page is looked at in both languages. */
async function picturesAreDrawn(site: Site, { pages, faults }: Crawled): Promise<void> {
  const pictures = new Map<string, string>();
  const kinds = new Map<string, string>();
  for (const [address, { share }] of pages) {
    const picture = share['og:image'] ?? '';
    if (pictures.has(picture))
      faults.push(`${address}: has the picture of ${pictures.get(picture)}`);
    pictures.set(picture, address);
    const facts = ['og:image:width', 'og:image:height', 'twitter:card'].map((name) => share[name]);
    if (facts.join() !== '1200,630,summary_large_image' || !share['og:image:alt']) {
      faults.push(`${address}: does not tell what its picture is`);
    }
    const path = address.slice(site.origin.length);
    kinds.set(path.split('/').slice(1, 3).join('/') + path.split('/').length, picture);
  }
  await each(kinds.values(), async (picture) => {
    const { status, headers, body } = await site.ask(picture);
    const size = [body.readUInt32BE(16), body.readUInt32BE(20)].join();
    const isPng =
      body.subarray(1, 4).toString() === 'PNG' && headers['content-type'] === 'image/png';
    if (status !== 200 || !isPng || size !== '1200,630') faults.push(`${picture} is no picture`);
    if (!/immutable/.test(String(headers['cache-control']))) faults.push(`${picture} is not kept`);
  });
}

/** The price is the same in a page's facts, its text, the feeds, and the cart. */
async function pricesAgree(site: Site, { pages, faults }: Crawled): Promise<void> {
  let carts: Map<string, number> | undefined;
  for (const lang of ['en', 'zh']) {
    const feed = JSON.parse(await site.text(`/feeds/${lang}.json`)) as Feed;
    const merchant = await site.text(`/feeds/${lang}.xml`);
    // A cart has no language.
    carts ??= await cartPrices(site, feed, faults);
    const sold = new Set<string>();
    for (const item of feed.items) {
      const head = pages.get(item.url);
      const offer = head && offerOf(head);
      sold.add(item.url);
      if (!head || !offer) {
        faults.push(`${item.id}: its page ${item.url} sells nothing`);
        continue;
      }
      if (offer.price !== item.price || offer.priceCurrency !== item.currency) {
        faults.push(`${item.id}: ${item.price} in the feed, ${offer.price} on ${item.url}`);
      }
      if (!head.text.replaceAll(',', '').includes(item.price))
        faults.push(`${item.url}: hides its price`);
      const inCart = carts.get(item.groupId);
      if (item.available && inCart !== item.priceMinor) {
        faults.push(`${item.id}: ${item.priceMinor} in the feed, ${inCart} in the cart`);
      }
      if (item.available && !offer.availability.endsWith('/InStock')) {
        faults.push(`${item.url}: is not said to be in stock`);
      }
      if (!merchant.includes(`<g:id>${item.id}</g:id>`))
        faults.push(`${item.id}: no merchant has it`);
      const ships = Boolean(offer.shippingDetails?.length);
      if (item.simType === 'physical' && (!ships || !item.shipping?.length)) {
        faults.push(`${item.id}: nobody knows what posting it costs`);
      }
    }
    for (const [address, head] of pages) {
      if (langOf(address) === lang && offerOf(head) && !sold.has(address)) {
        faults.push(`${address}: is in no feed`);
      }
    }
  }
}

type Feed = {
  items: {
    id: string;
    groupId: string;
    url: string;
    price: string;
    priceMinor: number;
    currency: string;
    available: boolean;
    simType: string;
    shipping?: unknown[];
  }[];
};

/** What each plan costs in the cart, in minor units; a cart holds 50 lines at most. */
async function cartPrices(site: Site, feed: Feed, faults: string[]): Promise<Map<string, number>> {
  const prices = new Map<string, number>();
  const plans = [
    ...new Map(feed.items.filter((i) => i.available).map((i) => [i.groupId, i])).values(),
  ];
  for (let start = 0; start < plans.length; start += 40) {
    let cookie: string | undefined;
    for (const { groupId, simType } of plans.slice(start, start + 40)) {
      const item = { goodsId: groupId, simType, quantity: 1, compatibilityConfirmed: true };
      const { status, headers, body } = await site.ask('/gw/mall/cart/add', { cookie, json: item });
      cookie ??= headers['set-cookie']?.[0]?.split(';')[0];
      if (status !== 200) faults.push(`${groupId}: ${status} ${body.toString().slice(0, 200)}`);
      else {
        const { data } = JSON.parse(body.toString()) as { data: { items: CartLine[] } };
        for (const line of data.items) prices.set(line.goodsId, line.unitPrice);
      }
    }
  }
  return prices;
}

type CartLine = { goodsId: string; unitPrice: number };

type Offer = {
  price: string;
  priceCurrency: string;
  availability: string;
  shippingDetails?: unknown[];
};

function offerOf(head: Head): Offer | undefined {
  return head.jsonLd.find((facts) => facts['@type'] === 'Product')?.offers as Offer | undefined;
}

function langOf(address: string): string {
  return new URL(address).pathname.split('/')[1]!;
}

function same(a: Alternates, b: Alternates): boolean {
  const text = (set: Alternates) => JSON.stringify(Object.entries(set).sort());
  return text(a) === text(b);
}

test('the guide for programs leads to twins and feeds only', async ({ site }) => {
  const guide = await site.text('/llms.txt');
  const links = [...guide.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!);
  expect(links.length).toBeGreaterThan(50);
  await each(links, async (link) => {
    expect(link).toMatch(/\.(md|json|xml)$/);
    expect(`${link} ${(await site.ask(link)).status}`).toBe(`${link} 200`);
  });
});

test('what is not to be indexed says so in its head and in its header', async ({ site }) => {
  const listing = '/en/travel-card/listing';
  for (const [path, status, indexed] of [
    [listing, 200, true],
    [`${listing}?countries=JP`, 200, true],
    [`${listing}?data=lt5`, 200, true],
    [`${listing}?countries=JP,KR`, 200, false],
    [`${listing}?countries=JP&days=lt7`, 200, false],
    [`${listing}?sort=2`, 200, false],
    [`${listing}?page=2`, 200, false],
    [`${listing}?page=99`, 404, false],
    [`${listing}?keyword=japan`, 200, false],
    [`${listing}?countries=ZZ`, 404, false],
    [`${listing}?data=much`, 404, false],
    [`${listing}?sort=9`, 404, false],
    ['/zh/cart', 200, false],
    ['/zh/my-order', 200, false],
    ['/zh/login', 200, false],
    ['/en/test/payment', 200, false],
    ['/en/services/nothing', 404, false],
    ['/en/nothing', 404, false],
  ] as const) {
    const { status: got, headers, body } = await site.ask(path);
    const { robots, canonical, alternates } = readHead(body.toString(), site.origin + path);
    const said = { path, status: got, head: robots, header: headers['x-robots-tag'] };
    const want = indexed ? undefined : 'noindex';
    expect(said).toEqual({ path, status, head: want, header: want });
    expect(Object.keys(alternates)).toHaveLength(indexed ? 3 : 0);
    if (indexed) expect(canonical).toBe(site.origin + path.replace('?data=lt5', ''));
  }
  const payload = await site.ask(`${listing}/_payload.json`);
  expect(payload.headers['x-robots-tag']).toBe('noindex');
});

test('facts that schema.org does not know are found', () => {
  const offer = { '@type': 'Offer', price: '1.00', availability: 'https://schema.org/InStock' };
  expect(unknownTerms({ '@type': 'Product', name: 'x', offers: offer })).toEqual([]);
  for (const wrong of [
    { '@type': 'Produce', name: 'x' },
    { '@type': 'Product', prize: '1.00' },
    { '@type': 'Product', offers: { '@type': 'Answer', text: 'x' } },
    { '@type': 'Product', offers: { ...offer, availability: 'https://schema.org/Plenty' } },
    { '@type': 'Product', offers: 'one dollar' },
    { '@type': 'Product', offers: [offer, { price: '1.00' }] },
    { '@type': 'ListItem', position: true },
  ]) {
    expect(unknownTerms(wrong)).toHaveLength(1);
  }
});
