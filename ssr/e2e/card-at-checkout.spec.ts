import {
  CARD,
  newEmail,
  openBuyNow,
  fillContact,
  orderNoOf,
  expectPaid,
  placeButton,
  type Shopper,
} from './purchase';
import { SCREENS, expect, hydrated, test } from './test';
import { providerTexts } from './texts';

const TOTAL = '$15.90';

test.use({ ...SCREENS.phone, lang: 'zh' });

// The card is typed at the checkout: half of it places no order, one that is refused leads to the order's own card form.
test('pays by card on the checkout', async ({ page, lang, t, monitor }) => {
  const shopper: Shopper = { page, lang, t, scripts: true };
  const words = providerTexts(lang);
  monitor.allow(402);
  const pay = page.getByRole('button', { name: t('checkout:payNow', { total: TOTAL }) });
  const number = page.getByLabel(words.number!);
  const checkOut = async () => {
    await openBuyNow(shopper, 'jp-10g-15');
    await hydrated(page);
    await fillContact(shopper, newEmail());
  };
  await checkOut();
  await number.fill('4242');
  await placeButton(shopper, TOTAL).click();
  const summary = page.getByRole('alert').filter({ hasText: words.error_incomplete_number! });
  await expect(summary.first()).toBeVisible();
  await number.fill(CARD.accepted);
  await page.getByLabel(words.expiry!).fill('12/34');
  await page.getByLabel(words.cvc!).fill('123');
  await pay.click();
  await orderNoOf(shopper);
  await expectPaid(shopper);

  await checkOut();
  await number.fill(CARD.declined);
  await page.getByLabel(words.expiry!).fill('12/34');
  await page.getByLabel(words.cvc!).fill('123');
  await pay.click();
  await orderNoOf(shopper);
  await expect(page.getByText(t('payment:failed'), { exact: true })).toBeVisible();
  await expect(number).toBeVisible();
});
