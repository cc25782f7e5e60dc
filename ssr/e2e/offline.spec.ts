import { waitForPath } from './account';
import { becomeCustomer } from './customers';
import { cachedPaths, cachedPages, openOfflinePage, workerReady } from './cacheStorage';
import { accessibilityProblems } from './inspect';
import { openKit } from './orders';
import type { Shopper } from './purchase';
import { LANGS, SCREENS, expect, hydrated, test } from './test';

// What survives without a connection: the install page of an order, and the offline page.
for (const lang of LANGS) {
  test.describe(() => {
    test.use({ lang });

    test(`an install kit can be read offline, ${lang}`, async ({
      page,
      context,
      browser,
      baseURL,
      t,
      monitor,
    }) => {
      const shopper: Shopper = { page, lang, t, scripts: true };
      const path = await openKit(shopper);
      const orderNo = path.split('/').at(-2)!;
      const code = page.getByLabel(t('order:install.code'), { exact: true });
      const matchingId = await code.inputValue();
      await expect(page.getByText(t('offline:notice'))).toBeVisible();
      await workerReady(page);
      expect(await cachedPages(page)).toEqual([path]);

      await test.step('the page and its code', async () => {
        monitor.allow(503);
        await context.setOffline(true);
        await page.reload();
        await expect(
          page.getByText(t('order:install.of', { orderNo }), { exact: true }),
        ).toBeVisible();
        await expect(code).toHaveValue(matchingId);
        await expect(page.getByRole('img', { name: t('order:install.qrAlt') })).toBeVisible();
        await expect(page.getByText(t('common:net-work-offline'))).toBeVisible();
        // Its own files came along: the application runs.
        await hydrated(page);
        await page.locator('summary', { hasText: t('order:install.stepsIos') }).click();
      });
      await test.step('everything else is the offline page, in its language', async () => {
        for (const at of [`/${lang}/cart`, `/${lang}/my-order/261121AAAAAAAAA/install`]) {
          await openOfflinePage(page, at, t('offline:title'));
          await expect(page.locator('html')).toHaveAttribute(
            'lang',
            lang === 'zh' ? 'zh-Hans' : 'en',
          );
        }
        // The browser chooses what an address without a language is in.
        await openOfflinePage(page, '/', t('offline:title'));
        await page.getByRole('link', { name: t('offline:order', { orderNo }) }).click();
        await expect(code).toHaveValue(matchingId);
      });
      await test.step('another profile has nothing', async () => {
        await context.setOffline(false);
        const other = await browser.newContext({ baseURL });
        const stranger = await other.newPage();
        await stranger.goto(`/${lang}/faq`);
        expect(await cachedPages(stranger)).toEqual([]);
        await other.close();
      });
      await test.step('nothing else of the shopper is on the device', async () => {
        for (const at of [`/${lang}/cart`, `/${lang}/my-order/${orderNo}`]) {
          await page.goto(at);
        }
        expect((await cachedPaths(page)).filter((url) => !url.startsWith('/assets/'))).toEqual([
          path,
        ]);
      });
      await test.step('removed, it is gone and stays away', async () => {
        await page.goto(path);
        await page.getByRole('button', { name: t('offline:remove') }).click();
        await expect(page.getByText(t('offline:removed'))).toBeVisible();
        expect(await cachedPages(page)).toEqual([]);
        await page.reload();
        await expect(page.getByText(t('offline:removed'))).toBeVisible();
        expect(await cachedPages(page)).toEqual([]);
        await context.setOffline(true);
        await openOfflinePage(page, path, t('offline:title'));
        await context.setOffline(false);
      });
      await test.step('removed on the offline page, too', async () => {
        await page.goto(path);
        await page.getByRole('button', { name: t('offline:keep') }).click();
        await expect(page.getByText(t('offline:notice'))).toBeVisible();
        await context.setOffline(true);
        await openOfflinePage(page, `/${lang}/faq`, t('offline:title'));
        const remove = page.getByRole('button', { name: t('offline:remove') });
        await expect(remove).toHaveAccessibleDescription(t('offline:order', { orderNo }));
        expect(await accessibilityProblems(page)).toEqual([]);
        await remove.press('Enter');
        await expect(remove).toHaveCount(0);
        await expect(page).toHaveURL(new RegExp(`/${lang}/faq$`));
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('offline:title'));
        expect(await cachedPages(page)).toEqual([]);
        await context.setOffline(false);
        await page.goto(path);
        await expect(page.getByText(t('offline:removed'))).toBeVisible();
        expect(await cachedPages(page)).toEqual([]);
      });
    });
  });
}

test('a page the shop no longer shows to this browser leaves the device', async ({
  page,
  context,
  t,
  lang,
  monitor,
}) => {
  const path = await openKit({ page, lang, t, scripts: true });
  await expect(page.getByText(t('offline:notice'))).toBeVisible();
  await workerReady(page);
  monitor.allow(404);
  await context.clearCookies();
  expect((await page.reload())!.status()).toBe(404);
  await expect.poll(() => cachedPages(page)).toEqual([]);
  expect(path).toContain('/my-order/');
});

test.describe('whoever logs out', () => {
  test.use(SCREENS.phone);

  for (const form of [false, true]) {
    test(`leaves nothing on the device, ${form ? 'by the form' : 'by the application'}`, async ({
      page,
      lang,
      t,
    }) => {
      const shopper: Shopper = { page, lang, t, scripts: true };
      const path = await openKit(shopper);
      await expect(page.getByText(t('offline:notice'))).toBeVisible();
      await workerReady(page);
      await becomeCustomer(shopper);
      expect(await cachedPages(page)).toEqual([path]);
      // React hears nothing of a press, as where it does not run.
      if (form) {
        await page.evaluate(() =>
          addEventListener('submit', (event) => event.stopImmediatePropagation(), true),
        );
      }
      await page.locator('[data-mobile-menu] > summary').click();
      await page.getByRole('button', { name: t('common:account.logout') }).click();
      await waitForPath(shopper, 'home');
      expect(await cachedPages(page)).toEqual([]);
    });
  }
});

test('no service worker for who only looks around', async ({ page, lang }) => {
  await page.goto(`/${lang}/home`);
  await hydrated(page);
  const registrations = await page.evaluate(
    async () => (await navigator.serviceWorker.getRegistrations()).length,
  );
  expect(registrations).toBe(0);
});

test('the worker is revalidated, never stored for long', async ({ request }) => {
  const answer = await request.get('/sw.js');
  expect(answer.status()).toBe(200);
  expect(answer.headers()['cache-control']).toBe('no-cache');
  expect(answer.headers()['content-type']).toContain('text/javascript');
  expect(answer.headers()['content-security-policy']).toContain("worker-src 'self'");
});
