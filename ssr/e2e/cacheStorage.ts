import type { Page } from '@playwright/test';

/** Waits until an active service worker controls the page. */
export async function workerReady(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
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
  return (await cachedPaths(page)).filter((path) => !path.startsWith('/assets/'));
}
