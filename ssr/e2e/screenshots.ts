import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { openPage } from './account';
import { becomeCustomer, registerCustomer } from './customers';
import { addToCart, buyEsim, gatewayOf, openKit, placeOrder, simIdOf } from './orders';
import { openBuyNow, openCardForm, type Shopper } from './purchase';
import { LANGS, expect, hydrated, test } from './test';
import { carrierSimOf, openSim, simulatePhone, buyAndUseEsim } from './sims';

const FOLDER = fileURLToPath(new URL('screenshots/', import.meta.url));
const WIDTHS = [375, 768, 1440];
const SCRIPTS = process.env.SCRIPTS !== 'off';

type Visit = (shopper: Shopper) => Promise<unknown>;

const at =
  (path: string): Visit =>
  ({ page, lang }) =>
    page.goto(`/${lang}/${path}`);

// One address for each page kind.
const VISITS: Record<string, Visit> = {
  home: at('home'),
  listing: at('travel-card/listing'),
  group: at('travel-card/europe?simType=esim&sort=2'),
  detail: at('travel-card/asia/jp-10g-15'),
  destination: at('travel-card/destination/jp'),
  compare: at('travel-card/compare?plans=jp-10g-15,jp-3g-7,hk-30g-30v'),
  which: at('travel-card/which?countries=JP,KR&days=10&habits=maps,social'),
  esim: at('esim'),
  esim_module: at('esim/module'),
  cart: filledCart,
  order: (shopper) => openBuyNow(shopper),
  payment: unpaid,
  track: at('my-order'),
  order_detail: paidOrder,
  install: (shopper) => openKit(shopper),
  order_sims: simToRegister,
  reissue: simToReissue,
  review: async (shopper) => openPage(shopper, `my-order/${await buyAndUseEsim(shopper)}/review`),
  login: at('login'),
  signup: at('signup'),
  forgot_password: at('forgot-password'),
  account: asCustomer(''),
  account_orders: asCustomer('/orders'),
  account_sims: simInUse,
  account_rewards: asCustomer('/rewards'),
  account_delete: asCustomer('/delete-account'),
  service: at('services/delivery'),
  terms: at('terms/terms-and-conditions'),
  faq: at('faq'),
  contact: at('contact'),
  why_us: at('why-us'),
  test_payment: at('test/payment'),
  test_stripe: at('test/stripe-server-demo'),
  not_found: at('no-such-page'),
};

test('every page kind has its picture', () => {
  const table = readFileSync(new URL('../app/router/table.ts', import.meta.url), 'utf8');
  const kinds = [...table.matchAll(/kind: '(\w+)'/g)].map(([, kind]) => kind);
  expect(Object.keys(VISITS).sort()).toEqual(kinds.sort());
});

for (const lang of LANGS) {
  test.describe(() => {
    test.use({ lang, javaScriptEnabled: SCRIPTS });
    for (const [kind, visit] of Object.entries(VISITS)) {
      test(`${kind}: ${lang}`, async ({ page, t, monitor }) => {
        if (kind === 'not_found') monitor.allow(404);
        // A sign-up asks what is wrong with it before a code is sent.
        monitor.allow(422);
        await visit({ page, lang, t, scripts: SCRIPTS });
        if (SCRIPTS) await hydrated(page);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await allImages(page);
          const path = `${FOLDER}${kind}.${lang}.${width}.png`;
          await page.screenshot({ path, fullPage: true, animations: 'disabled' });
        }
      });
    }
  });
}

/** Loads what would be loaded when the shopper comes near it. */
async function allImages(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(
      [...document.images].map((image) => {
        image.loading = 'eager';
        return image.decode().catch(() => undefined);
      }),
    ),
  );
}

function asCustomer(path: string): Visit {
  return async (shopper) => {
    await becomeCustomer(shopper, `my-account${path}`);
  };
}

async function filledCart(shopper: Shopper): Promise<void> {
  await addToCart(shopper);
  await openPage(shopper, 'cart');
}

async function unpaid(shopper: Shopper): Promise<void> {
  const { orderNo } = await placeOrder(gatewayOf(shopper));
  await openPage(shopper, `payment/${orderNo}`);
  await openCardForm(shopper);
}

async function paidOrder(shopper: Shopper): Promise<void> {
  const { orderNo } = await buyEsim(gatewayOf(shopper));
  await openPage(shopper, `my-order/${orderNo}`);
}

async function simToRegister(shopper: Shopper): Promise<void> {
  const { orderNo } = await buyEsim(gatewayOf(shopper), { goodsId: 'th-15g-8v' });
  await openPage(shopper, `my-order/${orderNo}/sims`);
}

async function simToReissue(shopper: Shopper): Promise<void> {
  const gateway = gatewayOf(shopper);
  const { orderNo } = await buyEsim(gateway);
  await openPage(shopper, `reissue/${await simIdOf(gateway, orderNo)}`);
}

async function simInUse(shopper: Shopper): Promise<void> {
  const { page } = shopper;
  await registerCustomer(gatewayOf(shopper));
  const { iccidLast4 } = await openSim(shopper, 'th-15g-8v');
  const line = await carrierSimOf(page.request, iccidLast4);
  await simulatePhone(page.request, line, 'install', { device: 'Pixel 9' });
  await simulatePhone(page.request, line, 'attach', { country: 'TH' });
  await simulatePhone(page.request, line, 'use', { mb: 9000, minutes: 7 });
  await page.reload();
}
