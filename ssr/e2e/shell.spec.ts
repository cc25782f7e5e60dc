import type { Page } from '@playwright/test';
import constants from '../../shared/constants.json' with { type: 'json' };
import { openCart } from './orders';
import { LANGS, SCREENS, expect, hydrated, test } from './test';

const NEWER = { json: { id: 'a-newer-build' } };

test('the offline banner shows while the browser is offline', async ({ page, context, t }) => {
  for (const viewport of [SCREENS.phone.viewport, { width: 768, height: 1024 }]) {
    await page.setViewportSize(viewport);
    await page.goto('/en/home');
    const banner = page.getByText(t('common:net-work-offline'));
    await expect(banner).toBeHidden();
    await context.setOffline(true);
    await expect(banner).toBeVisible();
    await context.setOffline(false);
    await expect(banner).toBeHidden();
  }
});

test('a new build reloads the page, at most once per path in 10 s', async ({ page }) => {
  await page.clock.install();
  await page.route('**/builds/latest.json*', (route) => route.fulfill(NEWER));
  await page.goto('/en/faq');
  await hydrated(page);
  const asked = page.waitForRequest((request) => /latest\.json\?t=\d+$/.test(request.url()));
  await reloads(page, () => comeBack(page));
  await asked;
  await hydrated(page);
  await staysPut(page, () => comeBack(page));
  await page.clock.fastForward(constants.reloadGuardMs - 2000);
  await staysPut(page, () => comeBack(page));
  await page.clock.fastForward(2000);
  await reloads(page, () => comeBack(page));
  // Another path has a guard of its own.
  await page.goto('/en/why-us');
  await hydrated(page);
  await reloads(page, () => comeBack(page));
});

test('the same build leaves the page alone', async ({ page }) => {
  await page.goto('/en/faq');
  await hydrated(page);
  await staysPut(page, () => comeBack(page));
});

test('a page of a newer build is loaded as a document', async ({ page }) => {
  await page.route('**/en/faq/_payload.json*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as object;
    await route.fulfill({ response: answer, json: { ...body, build: 'a-newer-build' } });
  });
  await page.goto('/en/why-us');
  await hydrated(page);
  await reloads(page, () => follow(page, '/en/faq'));
  expect(new URL(page.url()).pathname).toBe('/en/faq');
});

test('a page whose code chunk is gone comes as a document and works without it', async ({
  page,
  monitor,
}) => {
  monitor.allow(404);
  await page.goto('/en/why-us');
  await hydrated(page);
  await page.route('**/assets/faq-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  // Pressed without the pointer coming near: hovering would ask for the chunk already.
  const press = () => page.locator('footer a[href="/en/faq"]').dispatchEvent('click');
  await reloads(page, press);
  await expect(page).toHaveURL(/\/en\/faq$/);
  await expect(page.locator('main h1')).toBeVisible();
  await expect(page.locator('main details').first()).toBeVisible();
  await reloads(page, () => page.locator('footer a[href="/en/why-us"]').click());
  await expect(page).toHaveURL(/\/en\/why-us$/);
  monitor.problems.length = 0; // The failure is reported to the console, as it should be.
});

test('an external redirect is a full page load, one inside the shop is not', async ({ page }) => {
  await page.goto('/en/why-us');
  await hydrated(page);
  const to = (target: string) => (route: { fulfill: (answer: object) => Promise<void> }) =>
    route.fulfill({ status: 204, headers: { 'X-Redirect': target } });
  await page.route('**/en/faq/_payload.json*', to('/en/contact'));
  await staysPut(page, () => follow(page, '/en/faq'));
  await expect(page).toHaveURL(/\/en\/contact$/);
  const outside = new URL('/pc-static/globe.svg', page.url()).href;
  await page.route('**/en/esim/_payload.json*', to(outside));
  await reloads(page, () => follow(page, '/en/esim'));
  expect(page.url()).toBe(outside);
});

test('the mask covers client calls with the text loading..., unless the call switched it off', async ({
  page,
  lang,
  t,
}) => {
  await openCart({ page, lang });
  const mask = page.getByRole('status').getByText(t('common:loading'), { exact: true });
  expect(t('common:loadingMask')).toBe('loading...');
  const release = await hold(page, '**/gw/mall/cart/update*');
  await page.getByRole('button', { name: t('cart:selectAll') }).click();
  await expect(mask).toBeVisible();
  await release();
  await expect(mask).toBeHidden();
  // The checkout asks for its price without the mask.
  await page.goto('/en/order?buyNow=jp-10g-15&simType=physical&quantity=1');
  await hydrated(page);
  const releaseBudget = await hold(page, '**/order/doBudget*');
  const asked = page.waitForRequest('**/order/doBudget*');
  await page.getByRole('radio', { name: /express/i }).check({ force: true });
  await asked;
  await expect(mask).toBeHidden();
  await releaseBudget();
});

test('pages of the install guide have neither header nor footer', async ({ page }) => {
  await page.goto('/en/esim/module');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('header, footer')).toHaveCount(0);
  await page.goto('/en/esim');
  await expect(page.locator('header')).toBeVisible();
});

test('a page that does not exist says so in both languages and leads home', async ({
  page,
  t,
  monitor,
}) => {
  monitor.allow(404);
  const answer = await page.goto('/en/no-such-page');
  expect(answer!.status()).toBe(404);
  const main = page.getByRole('main');
  await expect(main.locator('svg').first()).toBeVisible();
  for (const text of [
    'Sorry, the page you visited does not exist',
    '抱歉，您访问的页面不存在',
    'Page Not Found: /en/no-such-page',
  ]) {
    await expect(main.getByText(text)).toBeVisible();
  }
  await main.getByRole('link', { name: t('common:notFound.home') }).click();
  await expect(page).toHaveURL(/\/en\/home$/);
});

for (const lang of LANGS) {
  test.describe(() => {
    test.use({ lang });
    for (const path of ['/no-such-page', '/no/such/page?x=1#y']) {
      test(`${lang}: ${path} does not exist in the language of the browser`, async ({
        page,
        t,
        monitor,
      }) => {
        monitor.allow(404);
        const answer = await page.goto(path);
        expect(answer!.status()).toBe(404);
        await hydrated(page);
        await expect(page).toHaveURL(new RegExp(`/${lang}${path.replace('?', '\\?')}$`));
        const shown = t('common:notFound.path', { path: `/${lang}${path.replace(/[?#].*/, '')}` });
        await expect(page.getByRole('main').getByText(shown, { exact: true })).toBeVisible();
        await page.getByRole('link', { name: t('common:notFound.home') }).click();
        await expect(page).toHaveURL(new RegExp(`/${lang}/home$`));
      });
    }
  });
}

for (const [width, margin] of [
  [375, '66px'],
  [1440, '100px'],
] as const) {
  test(`the error page of the plans order page keeps ${margin} below it at ${width} px`, async ({
    page,
    t,
    monitor,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    // From here the order page is no document of its own.
    const start = '/en/test/payment';
    await page.goto(start);
    await hydrated(page);
    const broken = { contentType: 'text/javascript', body: "throw new Error('a fault of ours')" };
    await page.route('**/assets/order-*.js', (route) => route.fulfill(broken));
    const title = page.getByRole('heading', { level: 1, name: t('common:error.failed.title') });
    const bottom = () =>
      page.locator('#root').evaluate((element) => getComputedStyle(element).marginBottom);
    const plans = '/en/order?buyNow=m-hk-30g&simType=esim&quantity=1&compatibilityConfirmed=1';
    await follow(page, plans);
    await expect(title).toBeVisible();
    expect(await bottom()).toBe(margin);
    // An order without a monthly plan has none.
    await page.goto(start);
    await hydrated(page);
    await follow(page, '/en/order?buyNow=jp-3g-7&simType=esim&quantity=1&compatibilityConfirmed=1');
    await expect(title).toBeVisible();
    expect(await bottom()).toBe('0px');
    monitor.problems.length = 0;
  });
}

/** Sends the application to `path`, like the Back button does. */
test('the focus shows on dark ground', async ({ page, t }) => {
  await page.goto('/en/home');
  const search = page.locator('#search-home');
  await search.focus();
  await expect(search).toHaveCSS('outline', 'rgb(255, 255, 255) solid 2px');
  // Inside the field, which is white.
  await page.keyboard.press('Tab');
  const button = page.locator('main').getByRole('button', { name: t('common:search.submit') });
  await expect(button).toBeFocused();
  await expect(button).toHaveCSS('outline-offset', '-4px');
});

async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** What a tab does when the shopper returns to it. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

async function reloads(page: Page, act: () => Promise<void>): Promise<void> {
  const loaded = page.waitForEvent('load');
  // The page may be gone before it has answered that it was acted on.
  await act().catch((error: Error) => {
    if (!error.message.includes('context was destroyed')) throw error;
  });
  await loaded;
}

async function staysPut(page: Page, act: () => Promise<void>): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-test-same', '1'));
  await act();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('html[data-test-same]')).toBeAttached();
}

/** Keeps answers to `url` back until the returned function is called. */
async function hold(page: Page, url: string): Promise<() => Promise<void>> {
  let open: () => void = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  await page.route(url, async (route) => {
    await gate;
    await route.continue();
  });
  return async () => {
    open();
    await page.unrouteAll({ behavior: 'wait' });
  };
}
