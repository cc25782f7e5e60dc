import type { Locator } from '@playwright/test';
import { LANGS, expect, test } from './test';

// Windows' contrast themes take all colours away but those of the system: what is chosen must show in these.
for (const lang of LANGS) {
  test.describe(() => {
    test.use({ lang, contextOptions: { forcedColors: 'active' } });

    test(`what is chosen shows in the reader's own colours: ${lang}`, async ({ page, t }) => {
      await page.goto(`/${lang}/login`);
      const ways = page.getByRole('group', { name: t('auth:login.by') }).locator('label');
      expect(await ground(ways.nth(0))).not.toBe(await ground(ways.nth(1)));
      await expectReadable(ways.nth(0));

      await page.goto(`/${lang}/travel-card/listing?simType=esim`);
      const tabs = page.getByRole('navigation', { name: t('listing:regions') }).locator('a');
      expect(await ground(tabs.nth(0))).not.toBe(await ground(tabs.nth(1)));
      await expectReadable(tabs.nth(0));
      const chips = page.getByRole('group', { name: t('listing:filter.simType') }).locator('label');
      expect(await ground(chips.nth(1))).not.toBe(await ground(chips.nth(0)));
      const pages = page.getByRole('navigation', { name: t('common:pages.label') }).locator('a');
      expect(await ground(pages.nth(0))).not.toBe(await ground(pages.nth(1)));
    });
  });
}

/**
 * Expects text that the browser does not put a plate of its own colour behind: the plate would have the colour of the page, and the
 * text that of what is chosen.
 */
async function expectReadable(element: Locator): Promise<void> {
  await expect(element).toHaveCSS('forced-color-adjust', 'none');
  const colours = await element.evaluate((found) =>
    [found, ...found.querySelectorAll(':not(input)')].map((part) => getComputedStyle(part).color),
  );
  expect(new Set(colours).size).toBe(1);
  expect(colours).not.toContain(await ground(element));
}

/** Returns the background colour behind an element. */
function ground(element: Locator): Promise<string> {
  return element.evaluate((found) => getComputedStyle(found).backgroundColor);
}
