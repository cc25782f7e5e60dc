import { openPage } from './account';
import { gatewayOf, placeOrder } from './orders';
import { openCardForm, type Shopper } from './purchase';
import { expect, test } from './test';

// The order ends in the shop while its card form is open; the browser's clock is put forward instead of waited for.
test.describe(() => {
  test.use({ lang: 'zh' });

  test('an order ends while its card form is open', async ({ page, lang, t }) => {
    const shopper: Shopper = { page, lang, t, scripts: true };
    const { orderNo } = await placeOrder(gatewayOf(shopper));
    await openPage(shopper, `payment/${orderNo}`);
    await openCardForm(shopper);
    const cancel = '/gw/cq-ordercharge/order/cancel';
    await gatewayOf(shopper).post(cancel, { orderNo, confirm: true });
    const pay = page.getByRole('button', { name: t('payment:pay', { total: '$6.50' }) });
    await expect(pay).toBeVisible();
    await page.clock.setSystemTime(Date.now() + 25 * 60 * 60 * 1000);
    await expect(page.getByText(t('payment:state.cancelled.title'))).toBeVisible({
      timeout: 20_000,
    });
    await expect(pay).toBeHidden();
  });
});
