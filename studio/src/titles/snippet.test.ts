import { previewSnippet } from './snippet';
import type { PageSnippet } from './types';

const page: PageSnippet = {
  address: 'https://shop.example/en/travel-card/asia',
  name: 'Asia',
  generated: { title: 'Asia | Roamcart', description: 'Generated.' },
  below: { title: 'All sites | Roamcart', description: 'Below.' },
  values: { group: 'Asia', brand: 'Roamcart', price: '' },
  suffix: ' | Roamcart',
};
const typed = (titleEn: string, descriptionEn = '') => ({
  titleEn,
  descriptionEn,
  titleZh: '',
  descriptionZh: '',
});

test.each([
  ['', 'All sites | Roamcart'],
  [' {{group}} by data ', 'Asia by data | Roamcart'],
  ['{{ brand }}: {{group}}', 'Roamcart: Asia'],
  ['From {{price}}', 'All sites | Roamcart'],
  ['From {{nothing}}', 'All sites | Roamcart'],
])('of “%s” a search engine shows “%s”', (title, shown) => {
  expect(previewSnippet(page, typed(title), 'en')).toEqual({ title: shown, description: 'Below.' });
});

test('descriptions have no brand', () => {
  expect(previewSnippet(page, typed('', 'All of {{group}}.'), 'en').description).toBe(
    'All of Asia.',
  );
});
