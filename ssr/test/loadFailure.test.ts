import { isLoadFailure } from '../app/boot/loadFailure';

test.each([
  'Failed to fetch dynamically imported module: https://shop.test/assets/faq-1.js',
  'error loading dynamically imported module: https://shop.test/assets/faq-1.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/faq-1.css',
])('not loaded: %s', (message) => {
  expect(isLoadFailure(new TypeError(message))).toBe(true);
});

test.each([
  new TypeError("Cannot read properties of undefined (reading 'x')"),
  new ReferenceError('faq is not defined'),
  'Importing a module script failed.',
  undefined,
])('loaded, and failed while it ran: %s', (error) => {
  expect(isLoadFailure(error)).toBe(false);
});
