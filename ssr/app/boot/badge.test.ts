import { badgeText } from './badge';

test('the cart badge is empty at 0 and capped at 99+', () => {
  expect([0, 1, 99, 100, NaN].map(badgeText)).toEqual(['', '1', '99', '99+', '']);
});
