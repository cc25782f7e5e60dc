import {
  OTHER_PASSWORD,
  PASSWORD,
  waitForPath,
  requestSignUpCode,
  choosePassword,
  latestCode,
  logIn,
  logOut,
  openPage,
  wrongCode,
  passwordField,
  submitCode,
} from './account';
import { registerCustomer } from './customers';
import { gatewayOf } from './orders';
import { newEmail, type Shopper } from './purchase';
import { LANGS, expect, test } from './test';

const VISITORS = LANGS.map((lang) => ({ lang, scripts: lang === 'en' }));

for (const { lang, scripts } of VISITORS) {
  test.describe(() => {
    test.use({ lang, javaScriptEnabled: scripts });
    const who = `${lang}, ${scripts ? 'with' : 'without'} scripts`;

    test(`signs up with the code, logs in again, comes back: ${who}`, async ({
      page,
      t,
      monitor,
    }) => {
      monitor.allow(422);
      const shopper: Shopper = { page, lang, t, scripts };
      const email = newEmail();
      const title = page.getByRole('heading', { level: 1, name: t('account:title') });

      await test.step('a wrong code is refused, and nothing typed is lost', async () => {
        await openPage(shopper, 'signup?referral=FRIEND1');
        await requestSignUpCode(shopper, email);
        const code = await latestCode(page.request, email);
        await submitCode(shopper, wrongCode(code), 'auth:signup.continue');
        await expect(page.getByText(t('errors:code_incorrect')).first()).toBeVisible();
        await expect(page.locator('input[name="email"]')).toHaveValue(email);
        await expect(page.locator('input[name="referral"]')).toHaveValue('FRIEND1');
        if (scripts) {
          await expect(page.getByRole('dialog')).toBeVisible();
          await expect(passwordField(shopper)).toHaveValue(PASSWORD);
        } else {
          expect(await page.content()).not.toContain(PASSWORD);
          await choosePassword(shopper, PASSWORD);
        }
        await submitCode(shopper, code, 'auth:signup.continue');
        await waitForPath(shopper, 'my-account');
        await expect(title).toBeVisible();
        await expect(page.getByText(email)).toBeVisible();
        if (!scripts) await expect(page.locator('html')).toHaveAttribute('data-login', '1');
      });

      await test.step('a page that needs a login leads there and back', async () => {
        await logOut(shopper);
        await openPage(shopper, 'my-account');
        await waitForPath(shopper, 'login');
        await logIn(shopper, email, PASSWORD);
        await waitForPath(shopper, 'my-account');
        await expect(title).toBeVisible();
      });
    });

    test(`is locked out after five wrong passwords and comes in by a reset: ${who}`, async ({
      page,
      t,
      monitor,
    }) => {
      for (const status of [401, 423, 429, 422]) monitor.allow(status);
      const shopper: Shopper = { page, lang, t, scripts };
      const email = await registerCustomer(gatewayOf(shopper));
      await logOut(shopper);
      await openPage(shopper, 'login?redirect=/' + lang + '/faq');

      await test.step('4, 3, 2, 1, locked', async () => {
        for (const left of [4, 3, 2, 1]) {
          await logIn(shopper, email, OTHER_PASSWORD);
          await expect(page.getByText(t(`errors:attempts_remaining_${left}`))).toBeVisible();
        }
        await logIn(shopper, email, OTHER_PASSWORD);
        await expect(page.getByText(t('errors:account_locked'))).toBeVisible();
        // The same words again: only the answer tells that they are new.
        const answer = scripts ? page.waitForResponse('**/gw/auth/token/login') : undefined;
        await logIn(shopper, email, PASSWORD);
        await answer;
        await expect(page.locator('.loading-mask')).toHaveCount(0);
        await expect(page.getByText(t('errors:account_locked'))).toBeVisible();
      });

      await test.step('the reset: old password refused, new one taken', async () => {
        await page.getByRole('link', { name: t('auth:login.unlock') }).click();
        await waitForPath(shopper, 'forgot-password');
        await page.getByLabel(t('auth:reset.registered')).fill(email);
        await page.getByRole('button', { name: t('auth:code.send') }).click();
        const code = await latestCode(page.request, email, 2);
        await choosePassword(shopper, PASSWORD);
        await submitCode(shopper, code, 'auth:reset.submit');
        await expect(page.getByText(t('errors:same_password')).first()).toBeVisible();
        await choosePassword(shopper, OTHER_PASSWORD);
        await submitCode(shopper, code, 'auth:reset.submit');
        await expect(page.getByText(t('auth:login.reset'))).toBeVisible();
        await logIn(shopper, email, OTHER_PASSWORD);
        await waitForPath(shopper, 'faq');
      });
    });
  });
}

test.describe(() => {
  test.use({ lang: 'zh' });

  test('a second code within the minute leads to the first', async ({ page, lang, t, monitor }) => {
    monitor.allow(422);
    monitor.allow(429);
    const shopper: Shopper = { page, lang, t, scripts: true };
    const email = await registerCustomer(gatewayOf(shopper));
    await logOut(shopper);
    await openPage(shopper, 'signup');
    await requestSignUpCode(shopper, email);
    await expect(page.getByText(t('errors:code_too_soon')).first()).toBeVisible();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
});
