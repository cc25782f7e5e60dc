import type { Page } from '@playwright/test';
import { expect } from './shop';

/**
 * Notes the timers that the page sets from now on. The result waits for one of so many milliseconds and forgets those before
 * it: whoever puts a browser's clock forward has to know that the page is waiting, which is later than a request it makes.
 */
export async function watchTimers(page: Page): Promise<(ms: number) => Promise<void>> {
  const notes = await page.evaluateHandle(() => {
    const set: number[] = [];
    const { setTimeout } = window;
    window.setTimeout = ((run: TimerHandler, ms = 0, ...args: unknown[]) => {
      set.push(Math.floor(ms));
      return setTimeout(run, ms, ...args);
    }) as typeof window.setTimeout;
    return set;
  });
  return async (ms) => {
    await expect.poll(() => notes.jsonValue()).toContain(ms);
    await notes.evaluate((set) => void set.splice(0));
  };
}
