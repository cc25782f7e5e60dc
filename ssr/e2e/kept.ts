import type { Page } from '@playwright/test';

/** Waits until the service worker answers for the page. */
export async function workerReady(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

/** Paths of everything in this profile's Cache Storage. */
export function cached(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const urls: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      urls.push(...(await cache.keys()).map(({ url }) => new URL(url).pathname));
    }
    return urls;
  });
}

/** Paths of the pages that are kept on the device. */
export async function keptPages(page: Page): Promise<string[]> {
  return (await cached(page)).filter((path) => !path.startsWith('/assets/'));
}
