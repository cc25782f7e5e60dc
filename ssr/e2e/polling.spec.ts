import type { Page } from '@playwright/test';
import { actAs, test } from './fixtures';
import { gatewayOf, placeOrder } from './orders';
import type { Shopper } from './purchase';
import { SCREENS, expect, hydrated } from './test';
import { watchTimers } from './timers';

// Pages that look again in the background: when they do, and when they do not. The browser's clock stands still and is put
// forward. What a failed look leaves on the screen is held by bad-network.spec.ts.

const STATUS = /\/payment\/us\/status/;
const PAYLOAD = /\/_payload\.json/;
/** From one look to the next, in milliseconds. */
const WAITS = [2000, 2500, 3125, 3906, 4882, 5000, 5000];

test.use({ lang: 'zh', ...SCREENS.phone });

test('polls a payment with backoff, never in a hidden tab or during a navigation', async ({
  page,
  lang,
  t,
}) => {
  const shopper: Shopper = { page, lang, t, scripts: true };
  const { orderNo } = await placeOrder(gatewayOf(shopper), { paymentMethod: 'alipay' });
  await page.clock.install();
  await page.goto(`/${lang}/payment/${orderNo}`);
  const app = t('payment:method.alipay');
  await expect(page.getByRole('img', { name: t('payment:scan.alt', { app }) })).toBeVisible();
  const looks = await standStill(page, STATUS);
  const timerOf = await watchTimers(page);

  await test.step('from every 2 s to every 5 s', async () => {
    await show(page, 'visible');
    for (const wait of WAITS) {
      await timerOf(wait);
      await page.clock.runFor(wait - 50);
      expect(looks.count()).toBe(0);
      await page.clock.runFor(60);
      await looks.next();
    }
  });
  await test.step('not while nobody sees it', async () => {
    await timerOf(5000);
    await show(page, 'hidden');
    await page.clock.runFor(60_000);
    expect(looks.count()).toBe(0);
    await show(page, 'visible');
    await timerOf(2000);
    await page.clock.runFor(2010);
    await looks.next();
  });
  await test.step('not while another page is on its way', async () => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    await page.route(PAYLOAD, async (route) => {
      await gate;
      await route.continue();
    });
    const asked = page.waitForRequest(PAYLOAD);
    await page.locator('header a').first().click();
    await asked;
    await page.clock.runFor(10_000);
    expect(looks.count()).toBe(0);
    open();
    await page.waitForURL(`**/${lang}/travel-card/listing`);
  });
});

test('does not poll what cannot change', async ({ page, lang, t, visitors }) => {
  const shopper: Shopper = { page, lang, t, scripts: true };
  const guest = await visitors.guest();
  await actAs(shopper, guest);
  await page.clock.install();
  for (const path of [
    `payment/${guest.delivered}`,
    `my-order/${guest.delivered}`,
    `my-order/${guest.delivered}/install`,
  ]) {
    await page.goto(`/${lang}/${path}`);
    await hydrated(page);
    const looks = await standStill(page, /\/payment\/us\/status|\/_payload\.json/);
    await show(page, 'visible');
    await page.clock.runFor(180_000);
    expect([path, looks.count()]).toEqual([path, 0]);
    await page.clock.resume();
  }
});

type Looks = { count: () => number; next: () => Promise<void> };

/** Stops the clock of the page, and counts what it asks for from then on. */
async function standStill(page: Page, url: RegExp): Promise<Looks> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await page.waitForLoadState('networkidle');
  let count = 0;
  let answered = 0;
  page.on('request', (request) => void (count += Number(url.test(request.url()))));
  page.on('requestfinished', (request) => void (answered += Number(url.test(request.url()))));
  return {
    count: () => count,
    next: async () => {
      await expect.poll(() => [count, answered]).toEqual([1, 1]);
      count = answered = 0;
    },
  };
}

/** Shows the tab or hides it. */
async function show(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((visible) => {
    Object.defineProperty(document, 'visibilityState', { value: visible, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}
