const base = require('./ssr/test/jestBase.cjs');
const { router } = require('./ssr/build.json');

// The browser's build of the router (ssr/vite.config.ts), as CommonJS.
const productionRouter = Object.entries(router).map(([name, file]) => [
  `^${name}$`,
  `<rootDir>/node_modules/${file}.js`,
]);

/** @type {import('jest').Config} */
module.exports = {
  ...base,
  roots: ['<rootDir>/ssr', '<rootDir>/studio/src'],
  testMatch: ['<rootDir>/ssr/**/*.test.{ts,tsx}', '<rootDir>/studio/src/**/*.test.{ts,tsx}'],
  // The crawl needs a running shop (npm run test:crawl).
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/ssr/dist/',
    '<rootDir>/ssr/e2e/',
    '<rootDir>/ssr/crawl/',
  ],
  // The hydration test makes its own window; Jest's warnings about leftovers of it say nothing.
  testEnvironmentOptions: { globalsCleanup: 'off' },
  setupFiles: ['<rootDir>/ssr/test/setup.cjs'],
  transformIgnorePatterns: [
    '/node_modules/(?!(ofetch|ufo|destr|node-fetch-native|country-flag-icons|@stripe)/)',
  ],
  moduleNameMapper: {
    '\\.css$': '<rootDir>/ssr/test/emptyModule.cjs',
    ...Object.fromEntries(productionRouter),
  },
};
