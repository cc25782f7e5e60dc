import { missingFromTwin } from './twinFaults';

// Says what the comparison finds, so that the crawl would see a twin that says less than its page.

const PAGE = `<main><nav><a href="/en/home">Home</a></nav><h1>Plans &amp; <b>more</b></h1>
<h2 id="x">Japan 3GB</h2><a href="/en/japan?a=1&amp;b=2#top">$6.50</a> <a href="#here">x</a>
<form><h2>Filters</h2><a href="/en/none">n</a> $9.99</form></main><footer><h2>Footer</h2></footer>`;
const TWIN = `# Plans & more

- **[Japan 3GB](https://shop.test/en/japan?a=1&b=2)** · $6.50

[Home](https://shop.test/en/home)
`;

test('a complete twin has no faults', () => {
  expect(missingFromTwin(PAGE, TWIN, 'https://shop.test/en/plans')).toEqual([]);
});

test.each([
  ['Plans & more', '# Plans & more', '# Plans'],
  ['Japan 3GB', '**[Japan 3GB]', '**[Japan]'],
  ['$6.50', '$6.50', '$6.00'],
  ['https://shop.test/en/home', '/en/home)', '/en/homes)'],
])('a missing %s is reported', (part, before, after) => {
  expect(
    missingFromTwin(
      PAGE,
      TWIN.replace(before, () => after),
      'https://shop.test/en/plans',
    ),
  ).toEqual([part]);
});
