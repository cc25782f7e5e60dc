import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { devices, expect, test as base, type Page } from '@playwright/test';
import type { TFunction } from 'i18next';
import { stoodStill } from '../../scripts/standstills.mjs';
import { texts, type Lang } from './texts';
import { Watch } from './watch';

export { expect };
export type { Lang };

type Options = { lang: Lang };
type Fixtures = {
  /** A second try is for tests that failed while the machine stood still (scripts/standstills.mjs). */
  excuse: void;
  /** The shop's own texts in the language of the test. */
  t: TFunction;
  /** What went wrong in the browser; anything found fails the test. */
  watch: Watch;
};

/** Playwright's test with a language, its texts, and a watch over everything the browser complains about. */
export const test = base.extend<Options & Fixtures>({
  lang: ['en', { option: true }],
  locale: async ({ lang }, use) => use(lang === 'zh' ? 'zh-CN' : 'en-US'),
  t: async ({ lang }, use) => use(texts(lang)),
  excuse: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
    async ({}, use, test) => {
      const first = path.join(test.project.outputDir, 'tries', test.testId);
      if (test.retry > 0 && !existsSync(first)) {
        throw new Error('it failed, and the machine did not stand still meanwhile');
      }
      const began = Date.now();
      await use();
      if (test.status === test.expectedStatus) return;
      if (!stoodStill(process.env.STANDSTILLS, began, Date.now())) return;
      mkdirSync(path.dirname(first), { recursive: true });
      writeFileSync(first, '');
    },
    { auto: true },
  ],
  watch: [
    async ({ context }, use) => {
      const watch = new Watch();
      watch.follow(context);
      await use(watch);
      expect(watch.troubles).toEqual([]);
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
 * The ways a journey is gone through: in one language with scripts and in the other without, which of them is the test's choice.
 * E2E_ALL=1 goes through all four.
 */
export function ways(withScripts: Lang): readonly (readonly [lang: Lang, scripts: boolean])[] {
  const all = LANGS.flatMap((lang) => [[lang, true] as const, [lang, false] as const]);
  if (process.env.E2E_ALL) return all;
  return all.filter(([lang, scripts]) => scripts === (lang === withScripts));
}

/**
 * Shows the page that somebody is there and waits until React has taken over; before that it works as plain HTML. The page itself
 * waits: an assertion that has to look again takes as much of the processor as taking over does.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.js === '1', undefined, WAIT);
  await page.keyboard.press('Shift');
  await page.waitForFunction(() => document.documentElement.dataset.app === '1', undefined, WAIT);
}

const WAIT = { timeout: 10_000 };
