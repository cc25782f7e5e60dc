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

// Left: what some text once said; right: what pages, mails and articles call it.
const ONE_WORD = {
  付款方式: '支付方式',
  结账: '结算',
  关联: '绑定',
  重设: '重置',
  '……': '…',
  '24小时': '24 小时',
};

test('a thing has one name in all Chinese texts: pages, mails, articles', () => {
  const root = resolve(dir, '../..');
  const articles = join(root, 'db/seed/content/zh');
  const paths = [
    ...files.map((file) => join(dir, 'zh', file)),
    join(root, 'bff/notify/texts/zh.json'),
    ...readdirSync(articles, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .map((path) => join(articles, path)),
  ];
  expect(paths.length).toBeGreaterThan(files.length + 10);
  for (const path of paths) {
    const text = readFileSync(path, 'utf8');
    const others = Object.keys(ONE_WORD).filter((word) => text.includes(word));
    expect([path, ...others]).toEqual([path]);
  }
});
