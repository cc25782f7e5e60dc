import path from 'node:path';
import { defineConfig, devices } from '@playwright/test';

// Scripts of a page that is looked at once are compiled by the optimizing compilers for longer than they run: a tenth of Chromium's
// processor time.
const NO_OPTIMIZERS = '--js-flags=--no-turbofan --no-maglev';

// A renderer process in reserve starts beside each page and is thrown away with its context. The others are those of Playwright's own
// list that a page of the shop can notice: the switch replaces that list.
const WITHOUT = [
  'SpareRendererForSitePerProcess',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
];

// Journeys against a running shop (E2E_URL) in the system's Chromium. Language, screen and whether scripts
// run are chosen by the tests themselves (test.ts): a journey says what it needs, nothing runs twice.
export default defineConfig({
  testDir: '.',
  outputDir: 'results',
  // One more than the processors CI has: journeys wait for jobs, codes and polls.
  workers: 3,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A test that holds only sometimes fails: what a second try passes is a fault of the shop or of the test, unless the machine
  // stood still during the first (test.ts).
  retries: process.env.STANDSTILLS ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [
    ['list'],
    ['html', { outputFolder: 'report', open: 'never' }],
    ['json', { outputFile: path.join(import.meta.dirname, 'results/results.json') }],
    [path.join(import.meta.dirname, 'failures.ts')],
  ],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: process.env.E2E_URL ?? 'http://localhost:8080',
    // Recording takes a third of the processor, also of tests that pass. A failure leaves what its page said;
    // `--trace=on` records more.
    trace: 'off',
    // Frames of transitions that nobody looks at are a twelfth of the processor. overlay.spec.ts has motion.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', NO_OPTIMIZERS, `--disable-features=${WITHOUT.join(',')}`],
    },
  },
});
