import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { registerCustomer } from './customers';
import { test } from './network';
import { addToCart, gatewayOf, placeOrder } from './orders';
import type { Shopper } from './purchase';
import { recordedLayoutShifts, recordLayoutShifts } from './layoutShifts';
import { SCREENS, expect, hydrated } from './test';

// A slow network brings a page in pieces, and the browser paints each: what is there already must stay where it is. So it must when
// the scripts come later than the page, and the data later than the scripts.

/** The size of the pieces in which a page arrives, in bytes. */
const PIECE = 1500;
/** The smallest layout shift that is reported: a row of cards whose foot moves by one line. */
const MIN_SHIFT = 0.0003;
const CARD = { goodsId: 'jp-10g-15', simType: 'physical', quantity: 1 };
const OF_CUSTOMERS = [
  'travel-card/asia',
  'travel-card/asia/jp-3g-7',
  'cart',
  'order',
  'payment/ORDER',
  'my-order/ORDER',
  'my-account',
  'my-account/orders',
  'my-account/rewards',
  'my-account/sims-info',
];
const OF_GUESTS = [
  '',
  'travel-card/asia/jp-3g-7',
  'travel-card/destination/japan',
  'travel-card/monthly',
  'services/delivery',
  'terms/privacy-policy',
  'login',
  'signup',
  'my-order',
  'faq',
];

for (const screen of ['phone', 'desktop'] as const) {
  test.describe(() => {
    test.use(SCREENS[screen]);

    for (const path of OF_GUESTS) {
      test(`/${path} has no layout shift while it loads in chunks: ${screen}`, async ({
        page,
        lang,
        network,
      }) => {
        network.pieces = PIECE;
        await expectNoLayoutShift(page, `/${lang}/${path}`);
      });
    }

    for (const path of OF_CUSTOMERS) {
      test(`a customer's /${path} has no layout shift while it loads in chunks: ${screen}`, async ({
        page,
        lang,
        network,
      }) => {
        const orderNo = await shop({ page, lang });
        network.pieces = PIECE;
        await expectNoLayoutShift(page, `/${lang}/${path.replace('ORDER', orderNo)}`);
      });
    }
  });
}

test.describe(() => {
  test.use(SCREENS.phone);

  for (const path of ['travel-card/asia/jp-3g-7', 'cart', 'order', 'payment/ORDER']) {
    test(`/${path} has no layout shift when scripts and data are late`, async ({ page, lang }) => {
      const orderNo = await shop({ page, lang });
      await page.route(/\.js$|\/gw\//, async (route) => {
        await setTimeout(500);
        await route.continue();
      });
      await expectNoLayoutShift(page, `/${lang}/${path.replace('ORDER', orderNo)}`, async () => {
        await hydrated(page);
        await page.waitForLoadState('networkidle');
      });
    });
  }
});

for (const motion of ['reduce', 'no-preference'] as const) {
  test.describe(() => {
    test.use(SCREENS.phone);

    test(`a truncated page shows the part that arrived: ${motion}`, async ({
      page,
      lang,
      t,
      network,
    }) => {
      await shop({ page, lang });
      await page.emulateMedia({ reducedMotion: motion });
      network.pieces = PIECE;
      network.cutAt = '<footer';
      await page.goto(`/${lang}/order`, { waitUntil: 'commit' });
      await expect(page.getByLabel(t('checkout:contact.email'), { exact: true })).toBeVisible();
      await expect(page.locator('#announcer')).toHaveCount(0);
    });
  });
}

/** Makes a customer with an eSIM and a card in the cart, and an order that waits for its payment. */
async function shop(shopper: Pick<Shopper, 'page' | 'lang'>): Promise<string> {
  const gateway = gatewayOf(shopper);
  const email = await registerCustomer(gateway);
  await addToCart(shopper);
  await gateway.post('/gw/mall/cart/add', CARD);
  return (await placeOrder(gateway, { email })).orderNo;
}

async function expectNoLayoutShift(
  page: Page,
  path: string,
  whole = async () => {},
): Promise<void> {
  await recordLayoutShifts(page, MIN_SHIFT);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await whole();
  expect(await recordedLayoutShifts(page)).toEqual([]);
}
