const path = require('node:path');
const { target } = require('../build.json');

/**
 * What the unit tests and the crawl share. CommonJS through SWC: the application code is written so that nothing in it
 * depends on the module system.
 * @type {import('jest').Config}
 */
module.exports = {
  rootDir: path.resolve(__dirname, '../..'),
  modulePathIgnorePatterns: ['<rootDir>/ssr/dist/', '<rootDir>/.data/'],
  testEnvironment: 'node',
  transform: {
    '^.+\\.(t|j)sx?$': [
      '@swc/jest',
      {
        jsc: {
          target,
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'commonjs' },
      },
    ],
    '^.+\\.mjs$': ['@swc/jest', { jsc: { target }, module: { type: 'commonjs' } }],
  },
  maxWorkers: 2,
};
