import { gatewayOf, placeOrder } from './orders';
import {
  fillContact,
  newEmail,
  openBuyNow,
  orderNoOf,
  placeButton,
  type Shopper,
} from './purchase';
import { expect, hydrated, test, variants } from './test';

// The way to pay is chosen once for each order: another one is another order, and nothing is typed again.
for (const [lang, scripts] of variants('zh')) {
  test.describe(() => {
    test.use({ lang, javaScriptEnabled: scripts });

    test(`changes the payment method: ${lang}, ${scripts ? 'with' : 'without'} scripts`, async ({
      page,
      t,
    }) => {
      const shopper: Shopper = { page, lang, t, scripts };
      const email = newEmail();
      await openBuyNow(shopper);
      await fillContact(shopper, email);
      await page.locator('input[name="paymentMethod"][value="wechat_pay"]').check();
      await placeButton(shopper, '$6.50').click();
      const first = await orderNoOf(shopper);
      if (scripts) await hydrated(page);
      await page.getByRole('button', { name: t('payment:anotherWay') }).click();
      await expect(page.getByRole('heading', { name: t('checkout:title') })).toBeVisible();
      if (scripts) await hydrated(page);
      await expect(page.locator('input[name="email"]')).toHaveValue(email);
      await page.locator('input[name="paymentMethod"][value="alipay"]').check();
      await page.locator('input[name="agree"]').check();
      await placeButton(shopper, '$6.50').click();
      expect(await orderNoOf(shopper)).not.toBe(first);
      await page.goto(`/${lang}/payment/${first}`);
      await expect(page.getByText(t('payment:state.cancelled.title'))).toBeVisible();
    });

    test(`places a cancelled order again: ${lang}, ${scripts ? 'with' : 'without'} scripts`, async ({
      page,
      t,
    }) => {
      const shopper: Shopper = { page, lang, t, scripts };
      const gateway = gatewayOf(shopper);
      const { orderNo, email } = await placeOrder(gateway);
      await gateway.post('/gw/cq-ordercharge/order/cancel', { orderNo, confirm: true });
      for (const path of ['payment', 'my-order']) {
        await page.goto(`/${lang}/${path}/${orderNo}`);
        if (scripts) await hydrated(page);
        await page.getByRole('button', { name: t('payment:orderAgain') }).click();
        await expect(page.locator('input[name="email"]')).toHaveValue(email);
        await expect(placeButton(shopper, '$6.50')).toBeVisible();
      }
    });
  });
}
