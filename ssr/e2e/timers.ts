import type { Page } from '@playwright/test';
import { expect } from './test';

/**
 * Records the timers that the page sets from now on. The returned function waits for a timer of so many milliseconds and clears the
 * record: a test may advance the fake clock only once the page is waiting, which is later than its request.
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
