import type { Page } from '@playwright/test';
import {
  newEmail,
  openBuyNow,
  openCardForm,
  expectPaid,
  payWith,
  placeInCheckout,
  CARD,
  type Shopper,
} from './purchase';
import { expect, test } from './test';

// Where every byte is paid for, a page loads the boot script and nothing else, unless it is useless without React.

for (const connection of [
  { saveData: true, effectiveType: '4g' },
  { saveData: false, effectiveType: '2g' },
  { saveData: false, effectiveType: 'slow-2g' },
]) {
  const name = connection.saveData ? 'Save-Data' : connection.effectiveType;
  test.describe(name, () => {
    test.beforeEach(async ({ page }) => {
      await page.addInitScript((value) => {
        Object.defineProperty(navigator, 'connection', { value, configurable: true });
      }, connection);
    });

    test(`a message goes along to the other language: ${name}`, async ({ page }) => {
      await page.goto('/en/contact');
      await page.locator('textarea').fill('It does not connect.');
      await page.locator('button[value="language"]').click();
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
      await expect(page.locator('textarea')).toHaveValue('It does not connect.');
    });

    test(`nothing is prefetched, and pages work: ${name}`, async ({ page }) => {
      const scripts = scriptsOf(page);
      await page.goto('/en/home');
      await page.mouse.click(5, 5);
      for (const link of await page.locator('footer a[href^="/en/"]').all()) {
        await link.dispatchEvent('pointerover');
      }
      await page.waitForLoadState('networkidle');
      expect(scripts).toEqual(['boot']);
      await page.locator('footer a[href="/en/faq"]').click();
      await page.waitForURL('**/en/faq');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });
  });
}

test('with Save-Data an eSIM is bought with the boot script alone, until the card form needs more', async ({
  page,
  lang,
  t,
}) => {
  await page.addInitScript(() => {
    const value = { saveData: true, effectiveType: '4g' };
    Object.defineProperty(navigator, 'connection', { value, configurable: true });
  });
  const shopper: Shopper = { page, lang, t, scripts: true };
  const scripts = scriptsOf(page);
  await page.goto('/en/travel-card/asia?countries=JP');
  await openBuyNow(shopper);
  await page.waitForLoadState('networkidle');
  expect(new Set(scripts)).toEqual(new Set(['boot']));
  await placeInCheckout(shopper, newEmail(), '$6.50');
  await openCardForm(shopper);
  expect(scripts).toEqual(expect.arrayContaining(['client', 'payment']));
  await payWith(shopper, CARD.accepted, '$6.50');
  await expectPaid(shopper);
});

/** Records the names of the shop's scripts that the page requests from now on. */
function scriptsOf(page: Page): string[] {
  const names: string[] = [];
  page.on('request', (request) => {
    const file = /\/assets\/([\w-]+?)-[\w-]{8}\.js$/.exec(request.url());
    if (file) names.push(file[1]!);
  });
  return names;
}
