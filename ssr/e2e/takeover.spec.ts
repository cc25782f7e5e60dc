import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { openKit } from './orders';
import { expect, test } from './shop';

// A new build takes the service worker over. The shop stands behind a proxy that can pretend to be newer than it is.

const NEWER = 'ffffffffffff';
let deployed: { url: string; build: string; close: () => void };

test.beforeEach(async ({ baseURL }) => {
  deployed = await deploy(new URL(baseURL!));
});
test.afterEach(() => deployed.close());

test('a new build replaces the worker: old files go, the kit and the offline page stay', async ({
  page,
  context,
  lang,
  t,
  watch,
}) => {
  const path = await openKit({ page, lang, t, scripts: true }, deployed.url);
  const old = deployed.build;
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await expect
    .poll(() => cacheNames(page))
    .toEqual([`roamcart-assets-${old}`, 'roamcart-installs']);

  deployed.build = NEWER;
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())!.update();
  });
  await expect
    .poll(() => cacheNames(page))
    .toEqual([`roamcart-assets-${NEWER}`, 'roamcart-installs']);
  await expect.poll(() => kept(page)).toEqual([`${path} ${NEWER}`]);

  watch.allow(503);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('img', { name: t('order:install.qrAlt') })).toBeVisible();
  await expect(page.locator('#boot')).toHaveAttribute('data-build', NEWER);
  // Its files came along, the styles of the offline page too.
  await expect(page.locator('html')).toHaveAttribute('data-js', '1');
  await page.goto(`${deployed.url}/${lang}/cart`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('offline:title'));
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

/** A proxy before the shop at `shop`; what it says about its build can be changed. */
async function deploy(shop: URL): Promise<{ url: string; build: string; close: () => void }> {
  const real = (
    (await (await fetch(new URL('/builds/latest.json', shop))).json()) as { id: string }
  ).id;
  const state = { url: '', build: real, close: () => {} };
  const server: Server = createServer((asked, answer) => {
    const headers = { ...asked.headers, host: shop.host, 'accept-encoding': 'identity' };
    if (headers.origin) headers.origin = shop.origin;
    if (headers.referer) headers.referer = headers.referer.replace(state.url, shop.origin);
    const { method, url } = asked;
    const passed = request({ hostname: '127.0.0.1', port: shop.port, path: url, method, headers });
    passed.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const { 'content-length': _, 'last-modified': __, etag: ___, ...rest } = response.headers;
        const type = response.headers['content-type'] ?? '';
        let body = Buffer.concat(parts);
        if (/html|javascript|json/.test(type)) {
          const text = body.toString().replaceAll(real, state.build);
          body = Buffer.from(text.replaceAll(shop.origin, state.url));
        }
        answer.writeHead(response.statusCode!, rest).end(body);
      });
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.url = `http://localhost:${(server.address() as AddressInfo).port}`;
  state.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return state;
}
