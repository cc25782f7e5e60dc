import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

// What articles, questions and texts tell shoppers is what the shop does. Each rule is read where it is kept.

const root = resolve(__dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const json = <T>(path: string) => JSON.parse(read(path)) as T;
const LANGS = ['en', 'zh'] as const;
type Lang = (typeof LANGS)[number];
const article = (lang: Lang, name: string) => read(`db/seed/content/${lang}/${name}.md`);

type Regime = { regime: string; documents: string[] };
type Product = { realName: string[] };
const PLACE: Record<string, [string, string]> = {
  HK: ['Hong Kong', '中国香港'],
  CN: ['Mainland China', '中国内地'],
  KR: ['South Korea', '韩国'],
  TH: ['Thailand', '泰国'],
  AU: ['Australia', '澳大利亚'],
};

test.each(LANGS)('%s: the article names each document that a registration takes', (lang) => {
  const used = new Set(json<Product[]>('db/seed/products.json').flatMap((p) => p.realName));
  expect(Object.keys(PLACE).sort()).toEqual([...used].sort());
  const names = json<{ sim: { document: Record<string, string> } }>(
    `shared/locales/${lang}/server.json`,
  ).sim.document;
  const rows = article(lang, 'service/real-name').split('\n');
  for (const { regime, documents } of json<Regime[]>('db/seed/regimes.json')) {
    if (!used.has(regime)) continue;
    const place = PLACE[regime]![lang === 'en' ? 0 : 1];
    const row = rows.find((line) => line.startsWith(`| ${place} `))?.toLowerCase();
    for (const document of documents) expect(row).toContain(names[document]!.toLowerCase());
  }
});

test.each(LANGS)('%s: whoever bought as a guest registers on the page of the order', (lang) => {
  const [steps] = article(lang, 'service/real-name').match(/^1\. .*$/m)!;
  const { sims } = json<{ sims: string }>(`shared/locales/${lang}/order.json`);
  expect(steps).toContain('(/my-order)');
  expect(steps).toContain(`**${sims}**`);
  expect(steps).not.toMatch(/sign up and|link the SIM|请先注册|绑定/);
});
