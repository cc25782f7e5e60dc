import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

// What articles, questions and texts tell shoppers is what the shop does. Each rule is read where it is kept.

const root = resolve(__dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const json = <T>(path: string) => JSON.parse(read(path)) as T;
const LANGS = ['en', 'zh'] as const;
type Lang = (typeof LANGS)[number];
const article = (lang: Lang, name: string) => read(`db/seed/content/${lang}/${name}.md`);

type Tree = { [key: string]: string | Tree };
const flat = (tree: Tree): string[] =>
  Object.values(tree).flatMap((inner) => (typeof inner === 'string' ? [inner] : flat(inner)));

/** Everything that shoppers read in a language, with where it stands. */
function texts(lang: Lang): { path: string; text: string }[] {
  const locales = readdirSync(join(root, 'shared/locales', lang))
    .filter((name) => !name.startsWith('studio'))
    .map((name) => `shared/locales/${lang}/${name}`);
  const articles = readdirSync(join(root, 'db/seed/content', lang), {
    recursive: true,
    encoding: 'utf8',
  })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `db/seed/content/${lang}/${name}`);
  const files = [...locales, `bff/notify/texts/${lang}.json`, `db/seed/descriptions.${lang}.json`];
  const groups = json<{ intro: Record<Lang, string> }[]>('db/seed/groups.json');
  return [
    ...groups.map(({ intro }) => ({ path: 'db/seed/groups.json', text: intro[lang] })),
    ...files.flatMap((path) => flat(json<Tree>(path)).map((text) => ({ path, text }))),
    ...articles.map((path) => ({ path, text: read(path) })),
  ];
}

/** The sentences in which a text says `what`. */
function sentences(lang: Lang, what: RegExp): string[] {
  return texts(lang).flatMap(({ path, text }) =>
    text
      .split(/(?<=[.!?。！？])\s*|\n/)
      .filter((sentence) => what.test(sentence))
      .map((sentence) => `${path}: ${sentence}`),
  );
}

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

test.each([
  ['en', 'Get a new eSIM', 'nothing', 'twice', /write to us with your order number|a new one may/i],
  ['zh', '补发 eSIM', '免费', '两次', /请凭订单号联系|如需费用|重新购买或申请补发/],
] as const)(
  '%s: whoever deleted an eSIM asks for a new one on the page of the SIM, for nothing, twice',
  (lang, action, free, twice, not) => {
    expect(read('bff/sim/reissuable/reissuable.go')).toMatch(/^const MaxReissues = 2$/m);
    const answer = article(lang, 'faq/02-devices').split('## ')[5]!;
    const [, help] = article(lang, 'service/activation').split(/\*\*(?:One device|一次只能)/);
    for (const text of [answer, help!]) {
      for (const word of [action, free, twice]) expect(text).toContain(word);
      expect(text).not.toMatch(not);
    }
  },
);

test.each([
  ['en', /\border page\b/i, /\bAPN\b|\bTap \**Install|SM-DP\+|install button|activation code/i],
  ['zh', /订单页/, /APN|点.?安装|安装.?按钮|SM-DP\+|激活码/],
] as const)(
  '%s: what is needed to install is looked for on the install page',
  (lang, page, what) => {
    expect(sentences(lang, what).length).toBeGreaterThan(20);
    expect(sentences(lang, what).filter((sentence) => page.test(sentence))).toEqual([]);
  },
);

test.each(LANGS)('%s: the privacy policy names what is kept of a check of a device', (lang) => {
  const [row] = article(lang, 'terms/privacy-policy').match(/^\|.*EID.*$/m) ?? [];
  expect(row).toMatch(lang === 'en' ? /model.*last four digits/i : /机型.*后四位/);
  expect(read('bff/device/store.go')).toContain('KeepFor = 30 * 24 * time.Hour');
  expect(row).toContain(lang === 'en' ? '30 days' : '30 天');
});

// Nothing charges a second month: no card is stored, and a plan by the month is not added to a SIM (decision 135).
test.each([
  [
    'en',
    /renew|rolling|stop(?:ped)? (?:it )?any ?time|cancel any ?time/i,
    /nothing renews|not renew/i,
  ],
  ['zh', /续订|续费|随时(?:停|取消套餐)|可随时取消$/, /不会?自动续|不续/],
] as const)('%s: no text promises that a plan goes on by itself', (lang, promise, denied) => {
  const said = sentences(lang, promise);
  expect(said.length).toBeGreaterThan(3);
  expect(said.filter((sentence) => !denied.test(sentence))).toEqual([]);
});

test.each([
  ['en', 'stores no card', /under (?:the|that) contract/],
  ['zh', '不保存银行卡', /按合约支付/],
] as const)('%s: further months of a contract are paid under it', (lang, stored, contract) => {
  for (const name of ['terms/terms-and-conditions', 'service/monthly-plans']) {
    expect(article(lang, name)).toContain(stored);
    expect(article(lang, name)).toMatch(contract);
  }
});
