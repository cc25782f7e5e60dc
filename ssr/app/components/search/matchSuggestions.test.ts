import type { Suggestion } from '../../gw/types';
import { matchSuggestions } from './matchSuggestions';

const place = (code: string, name: string, ...words: string[]): Suggestion => ({
  code,
  name,
  flag: '',
  currency: 'USD',
  href: '',
  words: [code.toLowerCase(), ...words],
});

const ALL = [
  place('JP', 'Japan', 'japan', '日本', 'riben', 'tokyo', '东京'),
  place('IN', 'India', 'india', '印度'),
  place('ID', 'Indonesia', 'indonesia', '印度尼西亚', 'bali'),
  place('CI', 'Côte d’Ivoire', 'cotedivoire', '科特迪瓦'),
  place('CN', 'Mainland China', 'mainlandchina', '中国内地', 'china'),
];

test.each([
  ['', []],
  ['  ', []],
  ['j', ['JP']],
  ['TOKYO', ['JP']],
  ['东京', ['JP']],
  ['ri ben', ['JP']],
  ['in', ['IN', 'ID', 'CN']],
  ['indo', ['ID']],
  ['印度', ['IN', 'ID']],
  ['国', ['CN']],
  ['Côte d’Iv', ['CI']],
  ['cote d iv', ['CI']],
  ['china', ['CN']],
  ['e', []],
  ['<script>', []],
])('“%s” suggests %j', (typed, codes) => {
  expect(matchSuggestions(ALL, typed).map(({ code }) => code)).toEqual(codes);
});

test('there are at most six', () => {
  const many = Array.from({ length: 30 }, (_, i) => place(`A${i}`, `Aland ${i}`));
  expect(matchSuggestions(many, 'al').map(({ code }) => code)).toEqual([
    'A0',
    'A1',
    'A2',
    'A3',
    'A4',
    'A5',
  ]);
});
