import path from 'node:path';
import { defineConfig, devices } from '@playwright/test';

// Journeys against a running shop (E2E_URL) in the system's Chromium. Language, screen and whether scripts
// run are chosen by the tests themselves (shop.ts): a journey says what it needs, nothing runs twice.
export default defineConfig({
  testDir: '.',
  outputDir: 'results',
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // Two browsers, a shop and its database on two cores: CI may be late once, and says so (failures.ts).
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [
    ['list'],
    ['html', { outputFolder: 'report', open: 'never' }],
    [path.join(import.meta.dirname, 'failures.ts')],
  ],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: process.env.E2E_URL ?? 'http://localhost:8080',
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
    },
  },
});
