import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Device, Faq } from '../app/gw/types';
import { deviceBrands, findDevices } from '../app/components/esim/deviceBrands';
import { contentSections } from '../app/components/help/contentSections';
import { faqCategories } from '../app/components/help/faqCategories';
import { openShop, type Shop } from './shopPages';

const faq: Faq[] = [
  {
    category: 'Devices',
    question: 'Is my phone <locked>?',
    answerHtml: '<p>Look <b>here</b>.</p>',
  },
  { category: 'Refunds', question: 'Money back?', answerHtml: '<p>Yes.</p>' },
  { category: 'Devices', question: 'How many eSIMs?', answerHtml: '<p>Eight.</p>' },
];
const device = (brand: string, model: string, more: Partial<Device> = {}): Device => ({
  brand,
  brandName: brand,
  model,
  platform: brand === 'Apple' ? 'ios' : 'android',
  esim: true,
  activeEsims: 2,
  exceptions: [],
  ...more,
});
const devices = [
  device('Apple', 'iPhone 15', {
    exceptions: [{ soldIn: ['CN'], esim: false, note: 'None in Mainland China.' }],
  }),
  device('Google', 'Pixel 9'),
  device('Samsung', 'Galaxy S20 FE', { esim: false, activeEsims: 0 }),
  device('Google', 'Pixel 9 Pro'),
];
const text = {
  title: 'Refunds',
  html: '<h2 id="a">When</h2><p>Soon.</p>',
  updatedAt: '2026-03-05T20:30:00Z',
};
const seo = { seoTitle: '', seoDescription: '' };

let shop: Shop | undefined;
afterEach(() => shop?.close());

test('a service page has its date, its text as HTML and its siblings', async () => {
  const href = '/zh/services/delivery';
  shop = await openShop('service', {
    ...text,
    ...seo,
    siblings: [{ name: 'delivery', title: '配送', href }],
  });
  const { html } = await shop.open('/zh/services/refund');
  expect(html).toContain('更新于 2026年3月6日');
  expect(html).toContain('<h2 id="a">When</h2>');
  expect(html).toContain(`href="${href}"`);
  expect(html).toMatch(/<header[ >].*<main[ >].*<footer[ >]/s);
});

test('the message of the search is the one of the error catalogue', () => {
  for (const lang of ['en', 'zh']) {
    const read = (name: string) =>
      JSON.parse(
        readFileSync(join(__dirname, `../../shared/locales/${lang}/${name}.json`), 'utf8'),
      );
    expect(read('content').faq.keywordRequired).toBe(read('errors').keyword_required);
  }
});

test('the questions stand under their categories, in their order', async () => {
  shop = await openShop('faq', { items: faq });
  const { html } = await shop.open('/en/faq');
  expect(faqCategories(faq).map(({ name, items }) => [name, items.length])).toEqual([
    ['Devices', 2],
    ['Refunds', 1],
  ]);
  expect(html).toContain('Is my phone &lt;locked&gt;?');
  expect(html).toContain('<p>Look <b>here</b>.</p>');
  expect(html).not.toContain('id="field-keyword-error"');
});

test('a search says what was found; without a keyword it asks for one', async () => {
  shop = await openShop('faq', { items: [], keyword: 'x<y' });
  const found = await shop.open('/en/faq?keyword=x%3Cy');
  expect(found.html).toContain('0 answers for “x&lt;y”');
  expect(found.html).toContain('No answer found');
  const shown = found.html.slice(found.html.indexOf('<main'), found.html.indexOf('</main>'));
  expect(shown.match(/href="\/en\/contact"/g)).toHaveLength(1);
  expect(shown.match(/href="\/en\/faq"/g)).toHaveLength(1);
  await shop.close();
  shop = await openShop('faq', { items: faq, keyword: '' });
  const { html } = await shop.open('/en/faq?keyword=');
  expect(html).toMatch(/id="field-keyword-error"[^]*Please enter a keyword\./);
  const field = /<input[^>]*name="keyword"[^>]*>/.exec(html.slice(html.indexOf('<main')))![0];
  expect(field).toMatch(/aria-invalid="true"/);
  expect(field).toMatch(/autofocus/i);
  expect(html).toContain('Money back?');
});

const places = [{ code: 'CN', name: 'Mainland China' }];

test('the eSIM page has every device in its HTML, with and without the frame', async () => {
  shop = await openShop('esim', { ...text, devices, places, faq });
  const { html } = await shop.open('/en/esim');
  for (const { model } of devices) expect(html).toContain(model);
  expect(html).toContain('None in Mainland China.');
  expect(html).toContain('Up to 8 eSIMs');
  expect(html).toContain('1 active at a time');
  expect(html).toContain('iOS 12.1 or later');
  expect(html).toContain('An eSIM pairs with one device at a time.');
  const { html: zh } = await shop.open('/zh/esim');
  for (const fact of ['最多 8 个 eSIM', 'iOS 12.1 或以上']) expect(zh).toContain(fact);
  expect(html).toContain('<header');
  await shop.close();
  shop = await openShop('esim_module', { ...text, devices, places, faq });
  const module = await shop.open('/en/esim/module');
  expect(module.html).toContain('None in Mainland China.');
  expect(module.html).not.toContain('<header');
});

test('devices are found by all their words and grouped by brand', async () => {
  expect(findDevices(devices, ' pro  PIXEL ').map(({ model }) => model)).toEqual(['Pixel 9 Pro']);
  const inChinese = devices.map((one) => ({
    ...one,
    brandName: one.brand.replace('Samsung', '三星'),
  }));
  for (const text of ['三星 galaxy', 'samsung galaxy']) {
    expect(findDevices(inChinese, text).map(({ model }) => model)).toEqual(['Galaxy S20 FE']);
  }
  expect(deviceBrands(inChinese, 'android').map(({ name }) => name)).toEqual(['Google', '三星']);
  expect(findDevices(devices, '')).toHaveLength(4);
  expect(deviceBrands(devices, 'android').map(({ brand }) => brand)).toEqual(['Google', 'Samsung']);
});

test('an editor’s text is cut at its headings, but never inside an element', () => {
  expect(contentSections('<p>a</p>\n<h2 id="b">b</h2>\n<p>c</p>\n<h2>d</h2>')).toEqual([
    '<p>a</p>',
    '<h2 id="b">b</h2>\n<p>c</p>',
    '<h2>d</h2>',
  ]);
  const nested = '<h2>a</h2><blockquote>\n<h2>b</h2>\n</blockquote>';
  expect(contentSections(nested)).toEqual([nested]);
  expect(contentSections('')).toEqual([]);
});

test.each(['home', 'content', 'contact', 'esim', 'track'])(
  'both languages of %s have the same keys',
  (namespace) => {
    const keys = (lang: string) =>
      keysOf(require(`../../shared/locales/${lang}/${namespace}.json`) as object);
    expect(keys('zh')).toEqual(keys('en'));
  },
);

function keysOf(entries: object): string[] {
  return Object.entries(entries)
    .flatMap(([key, value]) =>
      typeof value === 'object' ? keysOf(value as object).map((k) => `${key}.${k}`) : [key],
    )
    .sort();
}

// A missing text shows its key: `home.title` between two tags.
// The host of the mail address looks like one.
const KEY = />(?!example\.test<)[a-z][A-Za-z]*(?:\.[A-Za-z0-9_-]+)+</;

test.each(['en', 'zh'])('no page shows a key instead of a text (%s)', async (lang) => {
  const pages = [
    [
      'home',
      'home',
      {
        groups: [{ group: 'asia', name: 'Asia', image: '', intro: 'Thirteen.' }],
        destinations: [
          {
            code: 'JP',
            name: 'Japan',
            flag: '/assets/flags/jp.svg',
            fromPrice: 650,
            currency: 'USD',
            href: `/${lang}/travel-card/destination/jp`,
          },
        ],
        featured: [],
        faq,
      },
    ],
    ['why_us', 'why-us', { ...text, ...seo }],
    ['terms', 'terms/disclaimer', { ...text, ...seo, siblings: [] }],
    ['faq', 'faq', { items: [], keyword: 'a' }],
    ['contact', 'contact', {}],
    ['track', 'my-order', {}],
    ['esim', 'esim', { ...text, devices, places, faq }],
  ] as const;
  for (const [kind, path, data] of pages) {
    shop = await openShop(kind, data as never);
    const { status, html } = await shop.open(`/${lang}/${path}`);
    expect([path, status]).toEqual([path, 200]);
    expect([path, KEY.exec(html)?.[0]]).toEqual([path, undefined]);
    if (kind === 'home') expect(html).toContain(lang === 'zh' ? '$6.50 起' : 'from $6.50');
    await shop.close();
  }
});
