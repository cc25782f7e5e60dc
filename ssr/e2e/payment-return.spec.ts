import { gatewayOf, placeOrder } from './orders';
import { reloadUntil, type Shopper } from './purchase';
import { SCREENS, expect, test, variants } from './test';
import { fixedPart } from './texts';

// Whoever comes back from the provider's page is not asked to pay again: neither while the provider itself still waits for the
// bank, nor before its message has come, nor afterwards.
for (const [lang, scripts] of variants('en')) {
  test.describe(() => {
    test.use({ ...SCREENS.phone, lang, javaScriptEnabled: scripts });

    test(`comes back and is not asked to pay again: ${lang}, ${scripts ? 'with' : 'without'} scripts`, async ({
      page,
      t,
    }) => {
      const shopper: Shopper = { page, lang, t, scripts };
      const gateway = gatewayOf(shopper);
      const { orderNo } = await placeOrder(gateway);
      const { clientSecret } = await gateway.post<{ clientSecret: string }>(
        '/gw/cq-ordercharge/payment/us/create',
        { orderNo },
      );
      const [intent] = clientSecret.split('_secret_');
      const provider = `/sandbox/stripe/control/intents/${intent}`;
      const main = page.locator('main');
      const asksNothing = async () => {
        await expect(main.getByRole('button')).toHaveCount(0);
        await expect(main.locator('form, iframe')).toHaveCount(0);
        await expect(main).not.toContainText(fixedPart(t, 'payment:payBefore', 'time'));
      };
      const title = (state: string) =>
        main.getByText(t(`payment:state.${state}.title`), { exact: true });

      await test.step('while the bank takes its time', async () => {
        expect((await page.request.post(`${provider}/process`, { data: {} })).status()).toBe(200);
        await page.goto(`/${lang}/payment/${orderNo}?redirect_status=succeeded`);
        await expect(title('confirming').or(title('processing'))).toBeVisible();
        await asksNothing();
      });
      await test.step('once it has said yes, and on the way back', async () => {
        expect((await page.request.post(`${provider}/succeed`, { data: {} })).status()).toBe(200);
        await reloadUntil(page, () => expect(title('success')).toBeVisible({ timeout: 500 }));
        await asksNothing();
        await page.goto(`/${lang}/payment/${orderNo}`);
        await expect(title('success')).toBeVisible();
        await asksNothing();
      });
    });
  });
}
