import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const dir = resolve(__dirname, '../../../shared/locales');
const read = (lang: string, file: string) =>
  JSON.parse(readFileSync(join(dir, lang, file), 'utf8')) as object;

function entries(value: object, prefix = ''): [string, string][] {
  return Object.entries(value).flatMap(([key, found]) =>
    typeof found === 'string'
      ? [[prefix + key, found] as [string, string]]
      : entries(found as object, `${prefix}${key}.`),
  );
}

// Its sentences count differently: English says how many more, Chinese how many in all.
const OWN_COUNTS = 'seo.json';

const files = readdirSync(join(dir, 'en'));

test('both languages have the same files', () => {
  expect(readdirSync(join(dir, 'zh'))).toEqual(files);
});

test.each(files)('%s: same keys, same placeholders', (file) => {
  const zh = new Map(entries(read('zh', file)));
  const en = new Map(entries(read('en', file)));
  expect([...zh.keys()].sort()).toEqual([...en.keys()].sort());
  if (file === OWN_COUNTS) return;
  const holes = (text: string) => [...new Set(text.match(/\{\{\w+\}\}|<\w+>/g) ?? [])].sort();
  for (const [key, text] of en) expect([key, holes(zh.get(key)!)]).toEqual([key, holes(text)]);
});

test.each(files)('%s: Chinese prose has full-width punctuation', (file) => {
  for (const [key, text] of entries(read('zh', file))) {
    expect([key, text.match(/[\u4e00-\u9fff]\s*[,;!?:]/)?.[0]]).toEqual([key, undefined]);
  }
});

type Term = { thing: string; says: string[]; not: string[] };

/** The terms that the glossary has for a language. A cell lists words with commas between them. */
function glossary(lang: 'en' | 'zh'): Term[] {
  const words = (cell: string) => cell.split(', ').map((word) => word.trim().toLowerCase());
  const rows = readFileSync(join(dir, 'GLOSSARY.md'), 'utf8').matchAll(
    /^\| (?!---|thing)(.+) \|$/gm,
  );
  return [...rows].map(([, row]) => {
    const [thing, ...cells] = row!.split(' | ');
    expect([row, cells.length]).toEqual([row, 4]);
    const [says, not] = lang === 'en' ? cells.slice(0, 2) : cells.slice(2);
    return { thing: thing!, says: words(says!), not: words(not!) };
  });
}

/** The words of a text that its glossary has another word for. What a term itself contains is no fault. */
function otherWords(text: string, terms: Term[]): string[] {
  const lower = text.toLowerCase();
  return terms.flatMap(({ says, not }) => {
    const rest = says.reduce((left, term) => left.replaceAll(term, ' '), lower);
    const found = not.filter((word) => has(rest, word));
    return found.map((word) => `${word}: ${says.join(', ')}`);
  });
}

// "indo" is not in "windows": an English word ends where its letters do.
const has = (text: string, word: string) =>
  new RegExp(`(?<![a-z])${word.replace(/[.*+?]/g, '\\$&')}(?![a-z])`).test(text);

const root = resolve(dir, '../..');

/** What shoppers read in a file: whole articles, strings of a text file, and of data those in the language. */
function proseOf(path: string, lang: 'en' | 'zh'): string[] {
  const raw = readFileSync(path, 'utf8');
  if (path.endsWith('.md')) return [raw.replaceAll(/\]\([^)]*\)/g, ']')];
  const all = JSON.parse(raw) as object;
  return path.includes(`/${lang}/`) || path.includes(`${lang}.json`)
    ? entries(all).map(([, text]) => text)
    : inLanguage(all, lang);
}

/** The texts of data that has both languages side by side: `{ en, zh }`, `brandZh`, `modelZh`. */
function inLanguage(value: unknown, lang: 'en' | 'zh'): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string'
      ? key === lang || (lang === 'zh' && key.endsWith('Zh'))
        ? [inner]
        : []
      : inLanguage(inner, lang),
  );
}

const SEED = [
  'destinations',
  'devices',
  'groups',
  'menus',
  'products',
  'regimes',
  'shipping',
  'tenants',
];

test.each(['en', 'zh'] as const)('a thing has one name in all texts (%s)', (lang) => {
  const terms = glossary(lang);
  expect(terms.length).toBeGreaterThan(40);
  const articles = join(root, 'db/seed/content', lang);
  const paths = [
    ...files.map((file) => join(dir, lang, file)),
    join(root, `bff/notify/texts/${lang}.json`),
    join(root, `db/seed/descriptions.${lang}.json`),
    ...SEED.map((name) => join(root, `db/seed/${name}.json`)),
    ...readdirSync(articles, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .map((path) => join(articles, path)),
  ];
  expect(paths.length).toBeGreaterThan(files.length + 20);
  const faults = paths.flatMap((path) => {
    const prose = proseOf(path, lang);
    expect([path, prose.length > 0]).toEqual([path, true]);
    return prose.flatMap((text) => otherWords(text, terms).map((fault) => `${path}: ${fault}`));
  });
  expect(faults).toEqual([]);
});

test('the glossary finds another word, and leaves its own terms alone', () => {
  const zh = glossary('zh');
  expect(otherWords('中国香港月租套餐', zh)).toEqual([]);
  expect(otherWords('香港月租', zh)).toHaveLength(2);
  expect(otherWords('Use your coupon, then Sign in.', glossary('en'))).toEqual([
    'coupon: promo code',
    'sign in: log in',
  ]);
  expect(otherWords('Settings of Windows: signing in', glossary('en'))).toEqual([]);
});

test('a state does not say that money went back while it is still to go', () => {
  // The rules for payments give the title of one that came after the order had expired.
  const GIVEN = 'lateRefund.text';
  const STILL_TO_GO = /are returning|will return|会全额退|将全额退/;
  const titles = ['en', 'zh'].flatMap((lang) =>
    ['order.json', 'payment.json'].flatMap((file) => {
      const texts = new Map(entries(read(lang, file)));
      return [...texts]
        .filter(([key]) => key.endsWith('.text') && !key.endsWith(GIVEN))
        .filter(([, text]) => STILL_TO_GO.test(text))
        .map(([key]) => texts.get(key.replace(/text$/, 'title'))!);
    }),
  );
  expect(titles.length).toBeGreaterThan(3);
  expect(titles.filter((title) => /refunded|returned|已退/.test(title))).toEqual([]);
});

test('no English text needs "the" before a place, as "in the United Kingdom" does', () => {
  const bare = /\b(in|for|from|to|of) \{\{(place|places|destination)\}\}/;
  // A regime's name: none takes an article.
  const REGIMES = ['sims.json realName.open'];
  const found = files.flatMap((file) =>
    entries(read('en', file))
      .filter(([, text]) => bare.test(text))
      .map(([key]) => `${file} ${key}`),
  );
  expect(found.filter((key) => !REGIMES.includes(key))).toEqual([]);
});

test('Chinese texts write an ellipsis and hours in one way', () => {
  for (const file of files) {
    for (const [key, text] of entries(read('zh', file))) {
      expect([key, text.match(/……|\d小时/)?.[0]]).toEqual([key, undefined]);
    }
  }
});
