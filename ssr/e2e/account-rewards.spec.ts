import { waitForPath, requestSignUpCode, latestCode, openPage, submitCode } from './account';
import { becomeCustomer } from './customers';
import { runOpsChange } from './cli';
import { gatewayOf, pay } from './orders';
import {
  newEmail,
  openBuyNow,
  orderNoOf,
  placeButton,
  reloadUntil,
  type Shopper,
} from './purchase';
import { LANGS, expect, test } from './test';

/** The rewards page's number beside its words. */
function balance({ page, t }: Shopper, of: 'points' | 'pending') {
  return page
    .locator('dl > div', { hasText: t(`account:rewards.${of}`) })
    .locator('dd')
    .first();
}

async function apply(shopper: Shopper, name: 'referral' | 'points', value: string): Promise<void> {
  const { page, t } = shopper;
  await page.locator(`input[name="${name}"]`).fill(value);
  await page.getByRole('button', { name: t('checkout:discount.apply') }).click();
}

for (const lang of LANGS) {
  const scripts = lang === 'en';
  test.describe(() => {
    test.use({ lang, javaScriptEnabled: scripts });

    // A friend comes by a customer's link, orders with the code, earns points, and later pays with points.
    test(`a friend's code and points: ${lang}, ${scripts ? 'with' : 'without'} scripts`, async ({
      page,
      browser,
      t,
      monitor,
    }) => {
      monitor.allow(422);
      const shopper: Shopper = { page, lang, t, scripts };
      const email = newEmail();
      const button = (total: string) => placeButton(shopper, total);
      const field = page.locator('input[name="referral"]');
      let code = '';

      await test.step('a customer has a code; a friend signs up with its link', async () => {
        const elsewhere = await browser.newContext({ javaScriptEnabled: false });
        const ada = await elsewhere.newPage();
        await becomeCustomer({ page: ada, lang, t, scripts: false }, 'my-account/rewards');
        code = await ada.getByLabel(t('account:rewards.code')).inputValue();
        const link = await ada.getByLabel(t('account:rewards.link')).inputValue();
        await elsewhere.close();
        const { pathname, search } = new URL(link);
        await openPage(shopper, pathname.replace(`/${lang}/`, '') + search);
        await requestSignUpCode(shopper, email);
        await submitCode(shopper, await latestCode(page.request, email), 'auth:signup.continue');
        await waitForPath(shopper, 'my-account');
      });

      await test.step('the checkout counts the code, says why when it does not, and does without it', async () => {
        await openBuyNow(shopper, 'jp-3g-7');
        await expect(field).toHaveValue(code);
        await expect(page.getByText(t('errors:referral_min_spend'))).toBeVisible();
        await expect(button('$6.50')).toBeVisible();
        await openBuyNow(shopper, 'jp-10g-15');
        await expect(field).toHaveValue(code);
        await expect(button('$10.90')).toBeVisible();
        await apply(shopper, 'referral', '');
        await expect(button('$15.90')).toBeVisible();
        await expect(field).toHaveValue('');
        await apply(shopper, 'referral', code);
        await expect(button('$10.90')).toBeVisible();
      });

      await test.step('the order is paid; its points and the reward are on their way', async () => {
        await page.locator('input[name="agree"]').check();
        await button('$10.90').click();
        await pay(gatewayOf(shopper), await orderNoOf(shopper));
        await page.goto(`/${lang}/my-account/rewards`);
        await reloadUntil(page, () =>
          expect(balance(shopper, 'pending')).toHaveText('110', { timeout: 500 }),
        );
        await expect(balance(shopper, 'points')).toHaveText('0');
        for (const kind of ['earn', 'referral']) {
          await expect(page.getByText(t(`account:rewards.kind.${kind}`))).toBeVisible();
        }
      });

      await test.step('points pay for a part of the next order', async () => {
        await runOpsChange('points', email, '--give', '300', '--tenant', '20');
        await openBuyNow(shopper, 'jp-3g-7');
        await expect(field).toHaveCount(0);
        await apply(shopper, 'points', '301');
        await expect(page.getByText(t('errors:points_not_enough'))).toBeVisible();
        await apply(shopper, 'points', '300');
        await expect(button('$3.50')).toBeVisible();
        await page.locator('input[name="agree"]').check();
        await button('$3.50').click();
        const orderNo = await orderNoOf(shopper);
        await page.goto(`/${lang}/my-account/rewards`);
        await expect(balance(shopper, 'points')).toHaveText('0');
        const spent = page.getByRole('listitem').filter({ hasText: orderNo });
        await expect(spent).toContainText('-300');
      });
    });
  });
}
