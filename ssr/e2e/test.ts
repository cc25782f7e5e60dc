import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { devices, expect, test as base, type Page } from '@playwright/test';
import type { TFunction } from 'i18next';
import { pausedBetween } from '../../scripts/machinePauses.mjs';
import { texts, type Lang } from './texts';
import { BrowserMonitor } from './browserMonitor';

export { expect };
export type { Lang };

type Options = { lang: Lang };
type Fixtures = {
  /** Allows a retry only for tests that failed while the machine stood still (scripts/machinePauses.mjs). */
  retryAfterPause: void;
  /** The shop's own texts in the language of the test. */
  t: TFunction;
  /** Collects problems in the browser; any problem fails the test. */
  monitor: BrowserMonitor;
};

/** Playwright's test with a language, its texts, and a monitor that fails it for errors in the browser. */
export const test = base.extend<Options & Fixtures>({
  lang: ['en', { option: true }],
  locale: async ({ lang }, use) => use(lang === 'zh' ? 'zh-CN' : 'en-US'),
  t: async ({ lang }, use) => use(texts(lang)),
  retryAfterPause: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
    async ({}, use, test) => {
      const first = path.join(test.project.outputDir, 'tries', test.testId);
      if (test.retry > 0 && !existsSync(first)) {
        throw new Error('it failed, and the machine did not stand still meanwhile');
      }
      const began = Date.now();
      await use();
      if (test.status === test.expectedStatus) return;
      if (!pausedBetween(process.env.STANDSTILLS, began, Date.now())) return;
      mkdirSync(path.dirname(first), { recursive: true });
      writeFileSync(first, '');
    },
    { auto: true },
  ],
  monitor: [
    async ({ context }, use) => {
      const monitor = new BrowserMonitor();
      monitor.follow(context);
      await use(monitor);
      expect(monitor.problems).toEqual([]);
    },
    { auto: true },
  ],
});

export const LANGS: readonly Lang[] = ['en', 'zh'];

const { userAgent, isMobile, hasTouch } = devices['Pixel 7'];

/** The two widths the shop is made for. */
export const SCREENS = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 375, height: 812 }, userAgent, isMobile, hasTouch },
} as const;
export type Screen = keyof typeof SCREENS;

/**
 * The variants in which a test runs: in one language with scripts, and in the other without. E2E_ALL=1 runs all four.
 * @param withScripts the language that has scripts
 */
export function variants(withScripts: Lang): readonly (readonly [lang: Lang, scripts: boolean])[] {
  const all = LANGS.flatMap((lang) => [[lang, true] as const, [lang, false] as const]);
  if (process.env.E2E_ALL) return all;
  return all.filter(([lang, scripts]) => scripts === (lang === withScripts));
}

/**
 * Interacts with the page, which starts the application, and waits until React has hydrated it. The page itself waits, because
 * a polling assertion takes as much of the processor as the hydration.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.js === '1', undefined, WAIT);
  await page.keyboard.press('Shift');
  await page.waitForFunction(() => document.documentElement.dataset.app === '1', undefined, WAIT);
}

const WAIT = { timeout: 10_000 };
