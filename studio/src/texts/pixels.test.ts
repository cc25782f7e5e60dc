import { cut, pixels } from './pixels';

test('a text is cut where a search result has no more room', () => {
  expect(pixels('日本', 'title')).toBe(40);
  expect(pixels('Japan', 'description')).toBe(35);
  const short = 'Japan 3GB 7 days: eSIM | Roamcart';
  expect(cut(short, 'title')).toBe(short);
  // Between words where there are spaces, anywhere else in Chinese.
  expect(cut(`${'word '.repeat(11)}longword`, 'title')).toBe(`${'word '.repeat(11)}…`);
  expect(cut('流'.repeat(31), 'title')).toBe(`${'流'.repeat(29)} …`);
});
