import { fillContact, newEmail, orderNoOf, placeButton, type Shopper } from './purchase';
import { SCREENS, expect, test, variants } from './test';

// Whoever was told that the device does not support eSIM says that the eSIM is for another one: on the page of the plan and, for what
// was in the cart before, in the checkout.
for (const [lang, scripts] of variants('en')) {
  test.describe(() => {
    test.use({ ...SCREENS.phone, lang, javaScriptEnabled: scripts });

    test(`an eSIM for another device: ${lang}, ${scripts ? 'with' : 'without'} scripts`, async ({
      page,
      t,
      monitor,
    }) => {
      const shopper: Shopper = { page, lang, t, scripts };
      monitor.allow(422);
      const check = page.getByRole('region', { name: t('esim:check.title') });
      const other = page.getByRole('checkbox', { name: t('plan:forOtherDevice') });
      const refusal = page.locator('#field-forOtherDevice-error');
      const openPlan = async () => {
        await page.goto(`/${lang}/travel-card/asia/jp-3g-7`);
        await page.getByRole('checkbox', { name: t('detail:compatibility.label') }).check();
      };

      await test.step('an eSIM is in the cart, then the phone is checked', async () => {
        await openPlan();
        await page.getByRole('button', { name: t('detail:addToCart') }).click();
        await page.waitForURL(`**/${lang}/cart`);
        await page.goto(`/${lang}/esim?goodsId=jp-3g-7#check`);
        await check.getByLabel(t('esim:check.model')).selectOption('Apple iPhone 12');
        await check.getByLabel(t('esim:check.soldIn')).selectOption('HK');
        await check.getByRole('button', { name: t('esim:check.submit') }).click();
        await expect(check.getByText(t('esim:check.no'), { exact: true })).toBeVisible();
      });
      await test.step('the page of a plan asks', async () => {
        await openPlan();
        await expect(other).toHaveCount(0);
        await page.getByRole('button', { name: t('detail:buyNow') }).click();
        await expect(refusal).toHaveText(t('errors:device_takes_no_esim'));
        await expect(
          page.getByRole('checkbox', { name: t('detail:compatibility.label') }),
        ).toBeChecked();
        await other.check();
        await page.getByRole('button', { name: t('detail:buyNow') }).click();
        await page.waitForURL(`**/${lang}/order?*forOtherDevice=1*`);
        await expect(other).toBeChecked();
      });
      await test.step('the checkout of the cart asks', async () => {
        await page.goto(`/${lang}/order`);
        await fillContact(shopper, newEmail());
        await placeButton(shopper, '$6.50').click();
        await expect(refusal).toHaveText(t('errors:device_takes_no_esim'));
        await other.check();
        // Each order is agreed to by itself.
        await page.locator('input[name="agree"]').check();
        await placeButton(shopper, '$6.50').click();
        await orderNoOf(shopper);
      });
    });
  });
}
