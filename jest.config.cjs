// CommonJS through SWC: the application code is written so that nothing in it depends on the module system.
/** @type {import('jest').Config} */
module.exports = {
  rootDir: __dirname,
  roots: ['<rootDir>/ssr'],
  testMatch: ['<rootDir>/ssr/**/*.test.ts', '<rootDir>/ssr/**/*.test.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/ssr/dist/', '<rootDir>/ssr/e2e/'],
  modulePathIgnorePatterns: ['<rootDir>/ssr/dist/', '<rootDir>/.data/'],
  testEnvironment: 'node',
  // The hydration test makes its own window; Jest's warnings about leftovers of it say nothing.
  testEnvironmentOptions: { globalsCleanup: 'off' },
  setupFiles: ['<rootDir>/ssr/test/setup.cjs'],
  transform: {
    '^.+\\.(t|j)sx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'commonjs' },
      },
    ],
    '^.+\\.mjs$': ['@swc/jest', { jsc: { target: 'es2022' }, module: { type: 'commonjs' } }],
  },
  transformIgnorePatterns: [
    '/node_modules/(?!(ofetch|ufo|destr|node-fetch-native|country-flag-icons|@stripe)/)',
  ],
  moduleNameMapper: { '\\.css$': '<rootDir>/ssr/test/emptyModule.cjs' },
  maxWorkers: 2,
};
