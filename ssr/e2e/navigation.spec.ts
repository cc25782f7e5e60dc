import { actAs, test } from './fixtures';
import type { Shopper } from './purchase';
import { LANGS, SCREENS, expect, hydrated } from './test';
import { watchTimers } from './timers';

// What a person sees and hears of a navigation that is slow, that fails, or that a newer build takes part in.

for (const lang of LANGS) {
  const screen = lang === 'en' ? 'desktop' : 'phone';
  test.describe(() => {
    test.use({ lang, ...SCREENS[screen] });

    test(`a slow navigation shows its progress after 300 ms: ${lang}, ${screen}`, async ({
      page,
      t,
    }) => {
      await page.clock.install();
      await page.goto(`/${lang}/cart`);
      await hydrated(page);
      let open = () => {};
      const gate = new Promise<void>((resolve) => (open = resolve));
      await page.route(/\/_payload\.json/, async (route) => {
        await gate;
        await route.continue();
      });
      const bar = page.getByRole('progressbar', { name: t('common:loading') });
      const main = page.locator('main');
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
      const timerOf = await watchTimers(page);
      await main.getByRole('link').first().click();
      // The page asks for its data before React has looked at the navigation and begins to wait.
      await timerOf(300);
      await page.clock.runFor(250);
      await expect(bar).toHaveCount(0);
      await expect(main).not.toHaveAttribute('aria-busy');
      await page.clock.runFor(100);
      await expect(bar).toBeVisible();
      await expect(main).toHaveAttribute('aria-busy', 'true');
      open();
      await page.clock.resume();
      await page.waitForURL(`**/${lang}/travel-card/listing`);
      await expect(bar).toHaveCount(0);
      await expect(main).not.toHaveAttribute('aria-busy');
    });

    test(`a page that fails stays in its frame, says so, and can be tried again: ${lang}, ${screen}`, async ({
      page,
      t,
      monitor,
    }) => {
      await page.goto(`/${lang}/why-us`);
      await hydrated(page);
      const chunk = '**/assets/faq-*.js';
      const body = "throw new Error('a fault of ours')";
      await page.route(chunk, (route) => route.fulfill({ contentType: 'text/javascript', body }));
      await page.evaluate(() => document.documentElement.setAttribute('data-test-same', '1'));
      const address = `/${lang}/faq?keyword=esim#faq-title`;
      await page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, address);
      const title = page.getByRole('heading', { level: 1, name: t('common:error.failed.title') });
      await expect(title).toBeFocused();
      await expect(page.getByRole('alert').filter({ has: title })).toBeVisible();
      await expect(page.locator('header')).toBeVisible();
      await expect(page.locator('footer')).toBeVisible();
      await expect(page.locator('html[data-test-same]')).toBeAttached();
      monitor.problems.length = 0; // The failure is reported to the console, as it should be.
      await page.unroute(chunk);
      await page.getByRole('link', { name: t('common:error.again') }).click();
      await expect(page.locator('html[data-test-same]')).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('content:faq.title'));
      expect(page.url().endsWith(address)).toBe(true);
    });
  });
}

test('a newer build leaves an open payment alone, and the next page is a document', async ({
  page,
  lang,
  t,
  visitors,
}) => {
  const shopper: Shopper = { page, lang, t, scripts: true };
  const guest = await visitors.guest();
  await actAs(shopper, guest);
  await page.route('**/builds/latest.json*', (route) =>
    route.fulfill({ json: { id: 'a-newer-build' } }),
  );
  await page.goto(`/${lang}/payment/${guest.unpaid}`);
  await hydrated(page);
  await page.evaluate(() => document.documentElement.setAttribute('data-test-same', '1'));
  const known = page.waitForEvent('requestfinished', (asked) => asked.url().includes('/builds/'));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await known;
  // Whatever the page does about it is done by now.
  await page.waitForLoadState('networkidle');
  await expect(page.locator('html[data-test-same]')).toBeAttached();
  await page.locator('header a').first().click();
  await page.waitForURL(`**/${lang}/travel-card/listing`);
  await expect(page.locator('html[data-test-same]')).toHaveCount(0);
});
