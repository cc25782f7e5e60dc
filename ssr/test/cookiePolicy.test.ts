import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');

// What a browser is given to keep, by the names in the code: the cookies of both programs, and everything in its storage.
const COOKIE = /\b\w*Cookie\s*=\s*"(\w+)"/g;
const STORE = /= '(roamcart[.-]\w+)-?'/g;
const STORAGE =
  /\b(?:(?:local|session)Storage|caches|cookieStore)\.|\bindexedDB\b|document\.cookie/;

function sources(dir: string, kind: RegExp): string[] {
  return readdirSync(join(root, dir), { recursive: true, encoding: 'utf8' })
    .filter((name) => kind.test(name) && !/[._]test\./.test(name))
    .map((name) => readFileSync(join(root, dir, name), 'utf8'));
}

const named = (texts: string[], what: RegExp) =>
  texts.flatMap((text) => [...text.matchAll(what)].map(([, name]) => name!));

// The router's storage is the library's own; of it, the shop uses the places on the pages.
const ROUTER = 'node_modules/react-router/dist/production';
const PLACES = /SCROLL_RESTORATION_STORAGE_KEY = "([\w-]+)"/g;

test.each(['en', 'zh'])('the %s cookie policy names all that a browser keeps, no more', (lang) => {
  const text = readFileSync(join(root, `db/seed/content/${lang}/terms/cookie-policy.md`), 'utf8');
  const rows = [...text.matchAll(/^[|-] `([^`]+)`/gm)].map(([, name]) => name);
  const ours = [
    ...named(sources('bff', /\.go$/), COOKIE),
    ...named(sources('ssr/app', /\.tsx?$/), STORE),
    ...named(sources(ROUTER, /\.mjs$/), PLACES),
  ];
  expect(rows.sort()).toEqual([...new Set(ours)].sort());
});

test('whoever uses the storage names what is kept there', () => {
  const users = sources('ssr/app', /\.tsx?$/).filter((text) => STORAGE.test(text));
  expect(users.length).toBeGreaterThan(3);
  expect(users.filter((text) => named([text], STORE).length === 0)).toEqual([]);
});

// Where the payment provider's script is loaded, by the folders of the parts that do.
const PAGES: Record<string, [en: string, zh: string]> = {
  checkout: ['checkout', '结算页'],
  payment: ['payment page', '付款页'],
};

test.each(['en', 'zh'])(
  'the %s cookie policy names the pages with another company’s script',
  (lang) => {
    const text = readFileSync(join(root, `db/seed/content/${lang}/terms/cookie-policy.md`), 'utf8');
    const [, set, , pages] = text.toLowerCase().split('\n## ');
    const used = readdirSync(join(root, 'ssr/app/components'), {
      recursive: true,
      encoding: 'utf8',
    })
      .filter((name) => /\.tsx?$/.test(name) && !/[._]test\./.test(name))
      .filter((name) =>
        readFileSync(join(root, 'ssr/app/components', name), 'utf8').includes('openStripe('),
      )
      .map((name) => name.split('/')[0]!);
    expect(Object.keys(PAGES).sort()).toEqual([...new Set(used)].sort());
    for (const page of Object.values(PAGES).map((names) => names[lang === 'en' ? 0 : 1]))
      for (const part of [set, pages]) expect(part).toContain(page);
  },
);
