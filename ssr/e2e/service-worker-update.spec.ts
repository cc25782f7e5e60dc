import type { Page } from '@playwright/test';
import { openOfflinePage } from './cacheStorage';
import { test } from './network';
import { openKit } from './orders';
import { expect } from './test';

// A new build takes the service worker over.

const NEWER = 'ffffffffffff';

test('a new build replaces the service worker: old files are deleted, install page and offline page stay', async ({
  page,
  context,
  network,
  lang,
  t,
  monitor,
}) => {
  const path = await openKit({ page, lang, t, scripts: true }, network.url);
  const old = network.build;
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await expect
    .poll(() => cacheNames(page))
    .toEqual([`roamcart-assets-${old}`, 'roamcart-installs']);

  network.build = NEWER;
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())!.update();
  });
  await expect
    .poll(() => cacheNames(page))
    .toEqual([`roamcart-assets-${NEWER}`, 'roamcart-installs']);
  await expect.poll(() => kept(page)).toEqual([`${path} ${NEWER}`]);

  monitor.allow(503);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('img', { name: t('order:install.qrAlt') })).toBeVisible();
  await expect(page.locator('#boot')).toHaveAttribute('data-build', NEWER);
  // Its files came along, the styles of the offline page too.
  await expect(page.locator('html')).toHaveAttribute('data-js', '1');
  await openOfflinePage(page, `${network.url}/${lang}/cart`, t('offline:title'));
  await expect(page.locator('main')).toHaveCSS('display', 'grid');
  await context.setOffline(false);
});

/** Names of this profile's caches. */
function cacheNames(page: Page): Promise<string[]> {
  return page.evaluate(async () => (await caches.keys()).sort());
}

/** What is kept beside hashed files: path and build of each page. */
function kept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) {
        const { pathname } = new URL(url);
        if (pathname.startsWith('/assets/')) continue;
        const html = await (await cache.match(url))!.text();
        found.push(`${pathname} ${/data-build="(\w+)"/.exec(html)?.[1]}`);
      }
    }
    return found;
  });
}
