import {
  PASSWORD,
  waitForPath,
  latestCode,
  logOut,
  openPage,
  wrongCode,
  passwordField,
  submitCode,
} from './account';
import { registerCustomer } from './customers';
import { gatewayOf } from './orders';
import { placeButton, openBuyNow, orderNoOf, type Shopper } from './purchase';
import { LANGS, expect, test } from './test';

for (const lang of LANGS) {
  const scripts = lang === 'en';
  test.describe(() => {
    test.use({ lang, javaScriptEnabled: scripts });
    const who = `${lang}, ${scripts ? 'with' : 'without'} scripts`;

    test(`finds, cancels and keeps track of orders, and deletes the account: ${who}`, async ({
      page,
      t,
      monitor,
    }) => {
      monitor.allow(422);
      const shopper: Shopper = { page, lang, t, scripts };
      const email = await registerCustomer(gatewayOf(shopper));
      const tab = (name: string) =>
        page.getByRole('link', { name: t(`account:orders.tab.${name}`), exact: true }).click();
      const heading = (orderNo: string) =>
        page.getByRole('heading', { name: t('account:orders.number', { orderNo }) });
      let orderNo = '';

      await test.step('an empty list says what to do', async () => {
        await openPage(shopper, 'my-account/orders');
        await expect(page.getByText(t('account:orders.empty.title'))).toBeVisible();
      });

      await test.step('the checkout knows the customer', async () => {
        await openBuyNow(shopper);
        await expect(page.locator('input[name="email"]')).toHaveValue(email);
        await page.locator('input[name="agree"]').check();
        await placeButton(shopper, '$6.50').click();
        orderNo = await orderNoOf(shopper);
      });

      await test.step('by tab, time and keyword', async () => {
        await openPage(shopper, 'my-account/orders');
        await expect(heading(orderNo)).toBeVisible();
        await tab('shipped');
        await expect(page.getByText(t('account:orders.nothing.title'))).toBeVisible();
        await tab('waiting');
        await expect(heading(orderNo)).toBeVisible();
        const main = page.getByRole('main');
        const search = main.getByRole('button', { name: t('account:orders.submitSearch') });
        await search.click();
        await expect(page.getByText(t('account:orders.keywordRequired'))).toBeVisible();
        await main.locator('input[name="keyword"][type="search"]').fill(orderNo);
        await search.click();
        await page.waitForURL((url) => url.searchParams.get('keyword') === orderNo);
        // The order was on the page before: what only the page of the search has says that it is there.
        await expect(page.getByRole('link', { name: t('account:orders.clear') })).toBeVisible();
        await expect(heading(orderNo)).toBeVisible();
        await page.locator('select[name="period"]').selectOption('30d');
        if (!scripts) await page.getByRole('button', { name: t('account:orders.show') }).click();
        await page.waitForURL(/period=30d/);
        expect(new URL(page.url()).searchParams.get('keyword')).toBe(orderNo);
        await expect(heading(orderNo)).toBeVisible();
      });

      await test.step('cancelled after a confirmation', async () => {
        await page.locator('summary', { hasText: t('order:cancel.title') }).click();
        await page.getByLabel(t('order:cancel.confirm')).check();
        await page.getByRole('button', { name: t('order:cancel.action') }).click();
        await expect(page.getByText(t('account:orders.cancelled', { orderNo }))).toBeVisible();
        await openPage(shopper, 'my-account/orders?tab=cancelled');
        await expect(heading(orderNo)).toBeVisible();
      });

      await test.step('the account goes only with the password and the tick', async () => {
        await openPage(shopper, 'my-account/delete-account');
        const erase = page.getByRole('button', { name: t('account:delete.submit') });
        await passwordField(shopper).fill(PASSWORD);
        await erase.click();
        await expect(page.getByText(t('errors:confirm_required')).first()).toBeVisible();
        await page.getByRole('button', { name: t('account:delete.useCode') }).click();
        const code = await latestCode(page.request, email, 2);
        await page.getByLabel(t('account:delete.confirm')).check();
        await submitCode(shopper, wrongCode(code), 'account:delete.submit');
        await expect(page.getByText(t('errors:code_incorrect')).first()).toBeVisible();
        // The second of two clicks comes with the login of an account that is no more.
        await submitCode(shopper, code, 'account:delete.submit', 2);
        await waitForPath(shopper, 'home');
        await expect(page.getByText(t('home:accountDeleted'))).toBeVisible();
        await openPage(shopper, 'my-account');
        await waitForPath(shopper, 'login');
      });

      await test.step('the order is still tracked by number, e-mail and code', async () => {
        await logOut(shopper);
        await page.context().clearCookies();
        await openPage(shopper, 'my-order');
        await page.getByLabel(t('track:orderNo')).fill(orderNo);
        await page.getByLabel(t('track:email')).fill(email);
        await page.getByRole('button', { name: t('track:send') }).click();
        const code = await latestCode(page.request, email, 3);
        await page.getByRole('textbox', { name: t('track:code') }).fill(code);
        // Without scripts the second of two clicks comes with a code that the first has used up; a button that is busy takes none.
        const clickCount = scripts ? 1 : 2;
        await page.getByRole('button', { name: t('track:show') }).click({ clickCount });
        await page.waitForURL(`**/my-order/${orderNo}`);
        await expect(page.getByRole('heading', { level: 1 })).toContainText(orderNo);
      });
    });
  });
}
