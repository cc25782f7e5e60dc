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
