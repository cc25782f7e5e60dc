import { splitLinks } from './splitLinks';

test('a sentence is split at its links', () => {
  expect(splitLinks('Read <a>this</a>.')).toEqual([
    { text: 'Read ' },
    { text: 'this', link: 'a' },
    { text: '.' },
  ]);
});
