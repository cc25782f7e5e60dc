import base from './playwright.config';

/** Pictures of every page instead of journeys: `make screenshots`. */
export default {
  ...base,
  testMatch: 'screenshots.ts',
  timeout: 120_000,
  reporter: [['list']] as [['list']],
  use: { ...base.use, trace: 'off' as const },
};
