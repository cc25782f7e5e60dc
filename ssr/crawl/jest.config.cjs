const base = require('../test/jestBase.cjs');

/**
 * Checks of a running shop (E2E_URL) over plain HTTP, without a browser.
 * @type {import('jest').Config}
 */
module.exports = {
  ...base,
  roots: ['<rootDir>/ssr/crawl'],
  testTimeout: 180_000,
};
