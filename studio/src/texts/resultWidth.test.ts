import { truncate, widthInPixels } from './resultWidth';

test('a text is cut where a search result has no more room', () => {
  expect(widthInPixels('日本', 'title')).toBe(40);
  expect(widthInPixels('Japan', 'description')).toBe(35);
  const short = 'Japan 3GB 7 days: eSIM | Roamcart';
  expect(truncate(short, 'title')).toBe(short);
  // Between words where there are spaces, anywhere else in Chinese.
  expect(truncate(`${'word '.repeat(11)}longword`, 'title')).toBe(`${'word '.repeat(11)}…`);
  expect(truncate('流'.repeat(31), 'title')).toBe(`${'流'.repeat(29)} …`);
});
