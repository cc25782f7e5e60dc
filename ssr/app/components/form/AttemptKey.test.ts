import { mustReuseKey, newKey } from './AttemptKey';

test('an order whose outcome is unknown keeps its key; one that was refused gets a new one', () => {
  expect(['unavailable', 'in_progress'].map(mustReuseKey)).toEqual([true, true]);
  expect(['price_changed', 'validation_failed', undefined].map(mustReuseKey)).toEqual([
    false,
    false,
    false,
  ]);
  expect(newKey()).not.toBe(newKey());
});
