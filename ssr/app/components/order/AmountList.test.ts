import { amounts } from '../testOrder';
import { texts } from '../testTexts';
import { amountRows } from './AmountList';

test('the amounts by name add up to the total, deposit included', () => {
  const rows = amountRows(amounts, texts('en'));
  expect(rows.map((row) => row.key)).toEqual([
    'subtotal',
    'promo',
    'shipping',
    'tax',
    'number',
    'deposit',
  ]);
  expect(rows.reduce((sum, row) => sum + row.amount, 0)).toBe(amounts.orderTotal);
});
