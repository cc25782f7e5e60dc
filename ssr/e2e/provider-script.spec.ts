import {
  CARD,
  buyNowPath,
  expectPaid,
  fillContact,
  newEmail,
  openCardForm,
  orderNoOf,
  payWith,
  placeInCheckout,
  type Shopper,
} from './purchase';
import { startOwnShop, type OwnShop } from './ownShop';
import { SCREENS, expect, hydrated, test as base } from './test';
import { providerTexts } from './texts';

const STRIPE_SCRIPT = 'https://js.stripe.com/endive/stripe.js';
const PRICE = '$6.50';

// A shop as in production: the provider's script comes from the provider's host. The sandbox's own script stands in for it.
const test = base.extend<object, { ownShop: OwnShop }>({
  ownShop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const shop = await startOwnShop({ STRIPE_SCRIPT });
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ ownShop }, use) => use(ownShop.url),
});

test.use({ ...SCREENS.phone, lang: 'en' });

test.beforeEach(async ({ context, ownShop, monitor }) => {
  monitor.allowHost(new URL(STRIPE_SCRIPT).host);
  const address = `${ownShop.url}/sandbox/stripe.js`;
  const script = await (await fetch(address)).text();
  // It asks the server that it came from.
  const body = script.replace('document.currentScript.src', () => JSON.stringify(address));
  await context.route(STRIPE_SCRIPT, (route) =>
    route.fulfill({ body, contentType: 'text/javascript' }),
  );
});

// The policy of a document cannot be changed by a navigation within it: one that leads to the checkout or a payment from another
// page has to load a document.
test("pays by card where the provider's script is from another host", async ({ page, lang, t }) => {
  const shopper: Shopper = { page, lang, t, scripts: true };
  const words = providerTexts(lang);

  await test.step('at the checkout, from a plan', async () => {
    await page.goto(`/${lang}/travel-card/asia/jp-3g-7`);
    await hydrated(page);
    await page.getByRole('checkbox', { name: t('detail:compatibility.label') }).check();
    await page.getByRole('button', { name: t('detail:buyNow') }).click();
    await page.waitForURL(`**/${lang}/order?*`);
    await hydrated(page);
    await fillContact(shopper, newEmail());
    await page.getByLabel(words.number!).fill(CARD.accepted);
    await page.getByLabel(words.expiry!).fill('12/34');
    await page.getByLabel(words.cvc!).fill('123');
    await page.getByRole('button', { name: t('checkout:payNow', { total: PRICE }) }).click();
    await expectPaid(shopper);
  });

  await test.step('later, from the order', async () => {
    await page.goto(`/${lang}/${buyNowPath()}`);
    const orderNo = await placeInCheckout(shopper, newEmail(), PRICE);
    await page.goto(`/${lang}/my-order/${orderNo}`);
    await hydrated(page);
    await page
      .getByRole('link', { name: t('order:next.pay.action') })
      .first()
      .click();
    await orderNoOf(shopper);
    await openCardForm(shopper);
    await payWith(shopper, CARD.accepted, PRICE);
    await expectPaid(shopper);
  });
  await expect(page.getByText(t('payment:state.success.title'), { exact: true })).toBeVisible();
});
