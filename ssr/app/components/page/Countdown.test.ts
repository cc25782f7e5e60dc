import { clockText } from './Countdown';

test('the clock has hours only when there are any', () => {
  expect([clockText(0), clockText(599), clockText(86_399)]).toEqual(['00:00', '09:59', '23:59:59']);
});
