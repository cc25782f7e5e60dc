import type { Page } from '@playwright/test';
import constants from '../../shared/constants.json' with { type: 'json' };
import { registerCustomer } from './customers';
import { gatewayOf } from './orders';
import { recordedLayoutShifts, recordLayoutShifts } from './layoutShifts';
import { SCREENS, expect, hydrated, test } from './test';

// The full-screen overlay of the first load: logo and dots until the styles are there, then gone after 500 ms. Catalogue
// pages bring their styles along, so there it goes at once.

const STYLES = '**/assets/styles-*.css';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

for (const [screen, scripts] of [
  ['desktop', true],
  ['phone', false],
] as const) {
  test.describe(() => {
    test.use({ ...SCREENS[screen], javaScriptEnabled: scripts });

    test(`covers my account until its styles have loaded: ${screen}, ${scripts ? 'with' : 'without'} scripts`, async ({
      page,
      lang,
    }) => {
      await registerCustomer(gatewayOf({ page, lang }));
      const release = await holdStyles(page);
      await page.goto('/en/my-account', { waitUntil: 'commit' });
      const overlay = page.locator('.overlay');
      await expect(overlay.locator('svg')).toBeVisible();
      await expect(overlay.locator('.overlay-dots i')).toHaveCount(3);
      const { width, height } = page.viewportSize()!;
      await expect.poll(() => overlay.boundingBox()).toEqual({ x: 0, y: 0, width, height });
      await release();
      await expect(overlay).toBeHidden({ timeout: 5000 });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });
  });
}

test('the overlay is transparent for 500 ms, lets clicks through and shifts nothing', async ({
  page,
}) => {
  await recordLayoutShifts(page);
  await page.goto('/en/travel-card/asia', { waitUntil: 'commit' });
  const overlay = page.locator('.overlay');
  expect(await overlay.evaluate(going)).toEqual({
    ends: [constants.overlayHideDelayMs],
    opacity: '0.5',
    presses: 'none',
  });
  await expect(overlay).toBeHidden();
  await hydrated(page);
  expect(await recordedLayoutShifts(page)).toEqual([]);
});

// The end of the animation that hides it, on the clock of the animation itself.
async function going(element: Element) {
  const { opacity, pointerEvents } = getComputedStyle(element);
  const ends = element.getAnimations().map(({ effect }) => effect!.getComputedTiming().endTime);
  return { ends, opacity, presses: pointerEvents };
}

test('with reduced motion it is gone after the same time', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/en/travel-card/asia/jp-3g-7');
  const overlay = page.locator('.overlay');
  await expect(overlay).toBeHidden();
  const timing = await overlay.evaluate((element) => {
    const { animationDelay, animationDuration, opacity } = getComputedStyle(element);
    return [animationDelay, animationDuration, opacity];
  });
  expect(timing).toEqual([`${constants.overlayHideDelayMs / 1000}s`, '0s', '0.5']);
});

test('other pages and navigations in the application have none', async ({ page }) => {
  await page.goto('/en/home');
  await hydrated(page);
  await expect(page.locator('.overlay')).toHaveCount(0);
  await page.locator('header a[href="/en/travel-card/listing"]').first().dispatchEvent('click');
  await page.waitForURL('**/en/travel-card/listing');
  await expect(page.locator('article').first()).toBeVisible();
  await expect(page.locator('.overlay')).toHaveCount(0);
});

/** Delays the main style sheet until the returned function is called. */
async function holdStyles(page: Page): Promise<() => Promise<void>> {
  let open: () => void = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  await page.route(STYLES, async (route) => {
    await gate;
    await route.continue();
  });
  return async () => {
    open();
    await page.unrouteAll({ behavior: 'wait' });
  };
}
