import { pageNumbers } from './Pagination';

test('first, last and neighbouring pages are listed', () => {
  expect(pageNumbers(5, 9)).toEqual([1, 4, 5, 6, 9]);
  expect(pageNumbers(1, 1)).toEqual([1]);
});
