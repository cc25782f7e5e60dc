import { filterCount, formSearch, listingSearch } from './listingQuery';

test('listing URLs leave out what is at its default, and a new filter starts at page 1', () => {
  const filters = new FormData();
  filters.set('countries', 'JP');
  filters.set('sort', '2');
  const query = { countries: ['JP', 'KR'], simType: 'esim' as const, sort: 1, page: 3 };
  expect(listingSearch(query)).toMatchObject({
    countries: ['JP', 'KR'],
    simType: 'esim',
    sort: undefined,
    page: 3,
  });
  expect(listingSearch(query, { page: 1 }).page).toBeUndefined();
  expect(formSearch(filters)).toMatchObject({
    countries: ['JP'],
    sort: '2',
  });
  expect(formSearch(filters)).not.toHaveProperty('page');
});

test('a keyword and the destinations that it names narrow the list once', () => {
  const query = { countries: [], sort: 1, page: 1 };
  expect(filterCount(query)).toBe(0);
  expect(filterCount({ ...query, keyword: 'nowhere' })).toBe(1);
  expect(filterCount({ ...query, keyword: 'japan', countries: ['JP'] })).toBe(1);
  expect(filterCount({ ...query, countries: ['JP', 'KR'], days: 'lt7' })).toBe(3);
});
