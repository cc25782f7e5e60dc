import {
  PASSWORD,
  waitForPath,
  codeField,
  latestCode,
  logOut,
  openPage,
  wrongCode,
  passwordField,
  submitCode,
} from './account';
import { becomeCustomer, logInThrough, registerCustomer } from './customers';
import { gatewayOf } from './orders';
import type { Shopper } from './purchase';
import { LANGS, SCREENS, expect, test } from './test';

for (const lang of LANGS) {
  test.describe(() => {
    const scripts = lang === 'en';
    test.use({ lang, javaScriptEnabled: scripts });

    test(`logs in by a code on the phone: ${lang}, ${scripts ? 'with' : 'without'} scripts`, async ({
      page,
      t,
      monitor,
    }) => {
      monitor.allow(422);
      const shopper: Shopper = { page, lang, t, scripts };
      const phone = `+8526${String(Math.random()).slice(2, 9)}`;
      await becomeCustomer(shopper);

      await test.step('gives the account a number', async () => {
        await page.locator('summary', { hasText: t('account:phone.change') }).click();
        const form = page
          .locator('form')
          .filter({ has: page.locator('input[name="form"][value="phone"]') });
        await form.locator('input[name="newPhone"]').fill(phone);
        await form.getByRole('button', { name: t('auth:code.send') }).click();
        const code = await latestCode(page.request, phone);
        await passwordField(shopper, 'phonePassword').fill(PASSWORD);
        await submitCode(shopper, code, 'account:phone.submit');
        await expect(page.getByText(t('account:saved.phone'))).toBeVisible();
      });

      await test.step('a wrong code is refused, the right one logs in', async () => {
        await logOut(shopper);
        await openPage(shopper, 'login');
        await page.getByRole('radio', { name: t('auth:login.byPhone') }).check({ force: true });
        await page.getByLabel(t('auth:login.phone'), { exact: true }).last().fill(phone);
        await page.getByRole('button', { name: t('auth:code.send') }).click();
        const code = await latestCode(page.request, phone, 2);
        const wait = page.getByRole('button', { name: /60|5\d/ });
        if (scripts) {
          const number = page.getByLabel(t('auth:login.phone'), { exact: true }).last();
          await expect(wait).toBeDisabled();
          await number.fill(`${phone}0`);
          await expect(page.getByRole('button', { name: t('auth:code.send') })).toBeEnabled();
          await number.fill(phone);
          await expect(wait).toBeDisabled();
        }
        await codeField(shopper).fill(wrongCode(code));
        await codeField(shopper).press('Enter');
        await expect(page.getByText(t('errors:code_incorrect')).first()).toBeVisible();
        if (scripts) await expect(page.getByRole('button', { name: /[1-6]\d/ })).toBeDisabled();
        await codeField(shopper).fill(code);
        await codeField(shopper).press('Enter');
        await waitForPath(shopper, 'my-account');
        await expect(page.getByText(phone)).toBeVisible();
      });
    });
  });

  test.describe(() => {
    const scripts = lang === 'zh';
    test.use({ lang, javaScriptEnabled: scripts });

    test(`ends other logins: ${lang}, ${scripts ? 'with' : 'without'} scripts`, async ({
      page,
      browser,
      t,
      monitor,
    }) => {
      monitor.allow(422);
      const shopper: Shopper = { page, lang, t, scripts };
      const email = await registerCustomer(gatewayOf(shopper));
      const elsewhere = async () => {
        const context = await browser.newContext({ javaScriptEnabled: scripts });
        const other: Shopper = { ...shopper, page: await context.newPage() };
        await logInThrough(gatewayOf(other), email);
        return other;
      };
      const isOut = async (other: Shopper) => {
        await other.page.goto(`/${lang}/my-account/orders`);
        await waitForPath(other, 'login');
      };
      const phone = await elsewhere();
      const tablet = await elsewhere();
      // When a login was used is kept in whole seconds; the laptop's is to be the last.
      await page.waitForTimeout(1000);
      const laptop = await elsewhere();

      await test.step('one, by its own button', async () => {
        await openPage(shopper, 'my-account');
        const end = { name: t('account:sessions.end'), exact: true };
        const ends = page.locator('#sessions').getByRole('button', end);
        await expect(ends).toHaveCount(3);
        // The one used last stands first.
        await ends.first().click();
        await expect(page.getByText(t('account:saved.session'))).toBeVisible();
        await expect(ends).toHaveCount(2);
        await isOut(laptop);
      });

      await test.step('all others at once; this one stays', async () => {
        await page.getByRole('button', { name: t('account:sessions.endOthers') }).click();
        await expect(page.getByText(t('account:saved.sessions'))).toBeVisible();
        await expect(page.getByText(t('account:sessions.only'))).toBeVisible();
        await isOut(phone);
        await isOut(tablet);
        await openPage(shopper, 'my-account');
        await waitForPath(shopper, 'my-account');
      });
      for (const { page: other } of [phone, tablet, laptop]) await other.context().close();
    });
  });
}

test.describe(() => {
  test.use({ ...SCREENS.phone, lang: 'zh', javaScriptEnabled: false });

  test('logs out without scripts', async ({ page, lang, t }) => {
    const shopper: Shopper = { page, lang, t, scripts: false };
    await becomeCustomer(shopper);
    await page.getByRole('button', { name: t('common:account.logout') }).click();
    await waitForPath(shopper, 'home');
    await page.goto(`/${lang}/my-account`);
    await waitForPath(shopper, 'login');
  });
});
