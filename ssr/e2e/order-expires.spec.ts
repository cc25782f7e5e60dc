import { newEmail, openBuyNow, openCardForm, place, type Shopper } from './purchase';
import { LANGS, expect, test } from './shop';

// The order ends in the shop while its card form is open; the browser's clock is put forward instead of waited for.
for (const lang of LANGS) {
  test.describe(() => {
    test.use({ lang });

    test(`an order ends while its card form is open: ${lang}`, async ({ page, t }) => {
      const shopper: Shopper = { page, lang, t, scripts: true };
      await openBuyNow(shopper);
      const orderNo = await place(shopper, newEmail(), '$6.50');
      await openCardForm(shopper);
      const answer = await page.request.post('/gw/cq-ordercharge/order/cancel', {
        headers: { langId: '2', 'sec-fetch-site': 'same-origin' },
        data: { orderNo, confirm: true },
      });
      expect(answer.status()).toBe(200);
      const pay = page.getByRole('button', { name: t('payment:pay', { total: '$6.50' }) });
      await expect(pay).toBeVisible();
      await page.clock.setSystemTime(Date.now() + 25 * 60 * 60 * 1000);
      await expect(page.getByText(t('payment:state.cancelled.title'))).toBeVisible({
        timeout: 20_000,
      });
      await expect(pay).toBeHidden();
    });
  });
}
