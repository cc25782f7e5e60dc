import {
  CARD,
  fillContact,
  newEmail,
  openCardForm,
  orderNoOf,
  expectPaid,
  payWith,
  placeButton,
  type Shopper,
} from './purchase';
import { expect, test } from './test';
import { providerTexts } from './texts';

const PRICE = '$6.50';

// An eSIM bought right away with a card whose bank wants to be asked, and first says no.
for (const scripts of [true, false]) {
  test.describe(() => {
    test.use({ javaScriptEnabled: scripts });

    test(`pays after asking the bank, ${scripts ? 'with' : 'without'} scripts`, async ({
      page,
      t,
      monitor,
      lang,
    }) => {
      const shopper: Shopper = { page, lang, t, scripts };
      const words = providerTexts(lang);

      await test.step('confirms the device once', async () => {
        monitor.allow(422);
        await page.goto(`/${lang}/travel-card/asia/jp-3g-7`);
        const buy = page.getByRole('button', { name: t('detail:buyNow') });
        await buy.click();
        await expect(page.locator('#field-compatibilityConfirmed-error')).toBeVisible();
        const device = page.getByRole('checkbox', { name: t('detail:compatibility.label') });
        await device.check();
        await buy.click();
        await page.waitForURL(`**/${lang}/order?*`);
        await expect(placeButton(shopper, PRICE)).toBeVisible();
        await expect(page.getByRole('checkbox', { name: t('checkout:compatibility') })).toHaveCount(
          0,
        );
        await fillContact(shopper, newEmail());
        await placeButton(shopper, PRICE).click();
      });
      const orderNo = await orderNoOf(shopper);
      await test.step('is refused by the bank', async () => {
        await openCardForm(shopper);
        await payWith(shopper, CARD.asksBank, PRICE);
        await page.getByRole('button', { name: words.decline! }).click();
        await expect(page.getByRole('button', { name: words.approve! })).toHaveCount(0);
        const refusal = scripts
          ? t('payment:failed')
          : words.error_payment_intent_authentication_failure!;
        await expect(page.getByText(refusal)).toBeVisible();
      });
      await test.step('is let through', async () => {
        if (scripts) await openCardForm(shopper);
        await payWith(shopper, CARD.asksBank, PRICE);
        await page.getByRole('button', { name: words.approve! }).click();
        await expectPaid(shopper);
        expect(new URL(page.url()).pathname).toBe(`/${lang}/payment/${orderNo}`);
      });
    });
  });
}
