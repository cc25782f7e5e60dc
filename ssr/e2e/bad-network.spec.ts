import type { BrowserContext, Page, Route } from '@playwright/test';
import { openKit } from './orders';
import { LANGS, SCREENS, expect, hydrated, test, type Lang } from './shop';

// What a bad network does to a page that is used: nothing on it is lost, and it goes on when the network is back.

const PAGES = /\/_payload\.json/;

type Fault = 'offline' | '503' | 'late' | 'cut' | 'html';
const FAULTS: readonly Fault[] = ['offline', '503', 'late', 'cut', 'html'];

/** Breaks what goes to these addresses. Returns how it is mended. */
async function breaks(page: Page, fault: Fault, urls: RegExp): Promise<() => Promise<void>> {
  const context: BrowserContext = page.context();
  if (fault === 'offline') {
    await context.setOffline(true);
    return () => context.setOffline(false);
  }
  const answer = async (route: Route) => {
    if (fault === '503') return route.fulfill({ status: 503, json: { code: 'unavailable' } });
    if (fault === 'html') return route.fulfill({ contentType: 'text/html', body: '<p>Log in</p>' });
    if (fault === 'cut') return route.abort('connectionreset');
    // Late: what comes after the limit is not waited for.
    await new Promise((resolve) => setTimeout(resolve, 20_000));
    await route.continue().catch(() => undefined);
  };
  await page.route(urls, answer);
  return () => page.unroute(urls, answer);
}

for (const [at, fault] of FAULTS.entries()) {
  const lang: Lang = LANGS[at % 2]!;
  const screen = at % 2 ? 'phone' : 'desktop';
  test.describe(`${fault}: ${lang}, ${screen}`, () => {
    test.use({ lang, ...SCREENS[screen] });

    test('a form keeps what was typed and is sent again', async ({ page, t, watch }) => {
      test.slow(fault === 'late');
      watch.allow(503);
      watch.ignore(/Failed to load|ERR_|net::/);
      await page.goto(`/${lang}/contact`);
      await hydrated(page);
      const typed = { firstName: 'Ada', lastName: '洛夫莱斯', email: 'ada@example.com' };
      for (const [name, value] of Object.entries(typed))
        await page.locator(`main input[name="${name}"]`).fill(value);
      await page.locator('main textarea').fill('first line\n第二行');
      const mend = await breaks(page, fault, /\/gw\//);
      await page.getByRole('button', { name: t('contact:submit') }).click();
      const toast = page.locator('.notice', { hasText: t('common:error.send') });
      await expect(toast).toBeVisible({ timeout: 40_000 });
      await expect(page.locator('header').first()).toBeVisible();
      for (const [name, value] of Object.entries(typed))
        await expect(page.locator(`main input[name="${name}"]`)).toHaveValue(value);
      await expect(page.locator('main textarea')).toHaveValue('first line\n第二行');
      await mend();
      // What never left the device goes by itself.
      if (fault !== 'offline')
        await toast.getByRole('button', { name: t('common:error.again') }).click();
      await expect(page.getByRole('heading', { name: t('contact:sent.title') })).toBeVisible();
      await expect(toast).toHaveCount(0);
    });

    test('a cart step keeps the cart', async ({ page, t, watch }) => {
      test.slow(fault === 'late');
      watch.allow(503);
      watch.ignore(/Failed to load|ERR_|net::/);
      await addToCart(page, lang, t);
      const field = page.locator('main input[type="number"]');
      const mend = await breaks(
        page,
        fault,
        fault === 'late' ? PAGES : /\/gw\/mall\/cart|_payload/,
      );
      await page.locator('main button[name="step"]').last().click();
      await expect(page.locator('.notice').first()).toBeVisible({ timeout: 40_000 });
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('cart:title'));
      await expect(page.locator('header').first()).toBeVisible();
      await mend();
      if (fault !== 'offline')
        await page
          .locator('.notice')
          .getByRole('button', { name: t('common:error.again') })
          .click();
      await page.reload();
      await expect(field).toHaveValue(/[12]/);
    });

    test('a link becomes a document', async ({ page, t, watch }) => {
      test.slow(fault === 'late');
      watch.allow(503);
      watch.ignore(/Failed to load|ERR_|net::/);
      const kit = await openKit({ page, lang, t, scripts: true });
      await expect(page.getByText(t('offline:notice'))).toBeVisible();
      await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
      const mend = await breaks(page, fault, PAGES);
      await page.getByRole('link', { name: t('order:install.back') }).click();
      if (fault === 'offline') {
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('offline:title'));
        const orderNo = kit.split('/').at(-2)!;
        await page.getByRole('link', { name: t('offline:order', { orderNo }) }).click();
        await expect(page.getByRole('img', { name: t('order:install.qrAlt') })).toBeVisible();
      } else {
        await page.waitForURL(`**${kit.replace('/install', '')}`, { timeout: 40_000 });
        await expect(page.locator('html[data-js="1"]')).toBeAttached();
        await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(
          t('common:error.unavailable.title'),
        );
      }
      await mend();
    });
  });
}

async function addToCart(page: Page, lang: Lang, t: (key: string) => string): Promise<void> {
  await page.goto(`/${lang}/travel-card/asia/jp-3g-7`);
  await page.getByRole('checkbox', { name: t('detail:compatibility.label') }).check();
  await page
    .getByRole('button', { name: t('detail:addToCart') })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('cart:title'));
  await hydrated(page);
}
