import { expect, type Page } from '@playwright/test';

/** Waits until an active service worker controls the page. */
export async function workerReady(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

/**
 * Opens an address of which an offline browser has no copy, and waits for the offline page. A worker that had nothing to do for
 * long is started anew, and is offline only a moment later than the page.
 */
export async function openOfflinePage(page: Page, path: string, title: string): Promise<void> {
  await expect(async () => {
    const answer = await page.goto(path);
    expect(answer!.status()).toBe(503);
  }).toPass({ timeout: 10_000 });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
}

/** Returns the paths of everything in Cache Storage. */
export function cachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const urls: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      urls.push(...(await cache.keys()).map(({ url }) => new URL(url).pathname));
    }
    return urls;
  });
}

/** Returns the paths of the cached pages. */
export async function cachedPages(page: Page): Promise<string[]> {
  // "/" is when a page was last removed (ssr/app/worker/removals.ts).
  const isPage = (path: string) => path !== '/' && !path.startsWith('/assets/');
  return (await cachedPaths(page)).filter(isPage);
}
