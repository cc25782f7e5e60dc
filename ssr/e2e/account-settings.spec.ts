import type { Locator } from '@playwright/test';
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
  passwordField,
  submitCode,
} from './account';
import { becomeCustomer } from './customers';
import { newEmail, type Shopper } from './purchase';
import { LANGS, SCREENS, expect, test } from './test';

/** Opens one of the forms that are folded away. */
async function unfold({ page, t }: Shopper, text: string): Promise<void> {
  await page.locator('summary', { hasText: t(text) }).click();
}

for (const lang of LANGS) {
  const scripts = lang === 'en';
  test.describe(() => {
    test.use({ lang, javaScriptEnabled: scripts });
    const who = `${lang}, ${scripts ? 'with' : 'without'} scripts`;

    test(`changes name, password and e-mail: ${who}`, async ({ page, t, monitor }) => {
      monitor.allow(422);
      monitor.allow(409);
      const shopper: Shopper = { page, lang, t, scripts };
      const email = newEmail();
      await becomeCustomer(shopper);

      await test.step('the name', async () => {
        await unfold(shopper, 'account:info.editName');
        await page.getByLabel(t('account:info.firstName')).fill('Grace');
        await page
          .getByRole('button', { name: t('account:save') })
          .first()
          .click();
        await expect(page.getByText(t('account:saved.profile'))).toBeVisible();
        await expect(page.getByText('Grace', { exact: true })).toBeVisible();
      });

      await test.step('the password: the current one has to be right, the new one new', async () => {
        const change = async (current: string, next: string, clickCount = 1) => {
          const form = page.locator('#password details');
          if (!(await form.evaluate((box: HTMLDetailsElement) => box.open))) {
            await unfold(shopper, 'account:password.change');
          }
          await passwordField(shopper, 'currentPassword').fill(current);
          await choosePassword(shopper, next);
          await page
            .getByRole('button', { name: t('account:password.submit') })
            .click({ clickCount });
        };
        await change(OTHER_PASSWORD, OTHER_PASSWORD);
        await expect(page.getByText(t('errors:password_incorrect')).first()).toBeVisible();
        await change(PASSWORD, PASSWORD);
        await expect(page.getByText(t('errors:same_password')).first()).toBeVisible();
        // The first of two clicks ends the login that the second comes with.
        await change(PASSWORD, OTHER_PASSWORD, 2);
        await expect(page.getByText(t('account:saved.password'))).toBeVisible();
      });

      await test.step('the e-mail, with a code to the new address', async () => {
        await unfold(shopper, 'account:email.change');
        await page.getByLabel(t('account:email.new')).fill(email);
        const form = page.locator('form', { has: page.locator('input[value="email"]') });
        await form.getByRole('button', { name: t('auth:code.send') }).click();
        const code = await latestCode(page.request, email);
        await passwordField(shopper, 'emailPassword').fill(OTHER_PASSWORD);
        await submitCode(shopper, code, 'account:email.submit');
        await expect(page.getByText(t('account:saved.email'))).toBeVisible();
        await expect(page.getByText(email, { exact: true })).toBeVisible();
      });

      await test.step('the new ones log in, and nobody else can sign up with the address', async () => {
        await logOut(shopper);
        await openPage(shopper, 'signup');
        await requestSignUpCode(shopper, email);
        const code = await latestCode(page.request, email, 2);
        await submitCode(shopper, code, 'auth:signup.continue');
        await expect(page.getByText(t('errors:email_exists')).first()).toBeVisible();
        await openPage(shopper, 'login');
        await logIn(shopper, email, OTHER_PASSWORD);
        await waitForPath(shopper, 'my-account');
      });
    });

    test(`keeps addresses and uses one at the checkout: ${who}`, async ({ page, t, monitor }) => {
      monitor.allow(422);
      const shopper: Shopper = { page, lang, t, scripts };
      await becomeCustomer(shopper);
      const add = page.getByRole('link', { name: t('account:addresses.add') });
      const save = page.getByRole('button', { name: t('account:addresses.save') });
      const fill = async (values: Record<string, string>) => {
        for (const [name, value] of Object.entries(values)) {
          await page.locator(`input[name="address.${name}"]`).fill(value);
        }
      };

      await test.step('refused while it is incomplete, with the rules of its country', async () => {
        await add.click();
        await page.locator('select[name="address.country"]').selectOption('JP');
        await fill({ fullName: 'Ada Lovelace', addressLine1: '1-1 Marunouchi', city: 'Tokyo' });
        await fill({ zipCode: 'nowhere' });
        await save.click();
        await expect(page.getByText(t('errors:zip_code_invalid')).first()).toBeVisible();
        await fill({ zipCode: '100-0005', state: 'Tokyo' });
        await save.click();
        await expect(page.getByText(t('account:saved.address'))).toBeVisible();
        await expect(page.getByText(t('account:addresses.default'), { exact: true })).toBeVisible();
      });

      await test.step('a second one; the checkout offers both and begins with the default', async () => {
        await add.click();
        await page.locator('select[name="address.country"]').selectOption('SG');
        await fill({
          fullName: 'Grace Hopper',
          addressLine1: '5 Raffles Place',
          city: 'Singapore',
          zipCode: '048618',
        });
        await save.click();
        await expect(page.getByText('5 Raffles Place')).toBeVisible();
        await openPage(shopper, 'order?buyNow=jp-10g-15&simType=physical&quantity=1');
        const first = page.getByRole('radio', { name: /Ada Lovelace/ });
        await expect(first).toBeChecked();
        await expect(page.locator('input[name="address.city"]')).toBeHidden();
        await page.locator('input[name="agree"]').check();
        await page.locator('button[name="intent"][value="submit"]').click();
        await page.waitForURL(`**/${lang}/payment/*`);
        const orderNo = new URL(page.url()).pathname.split('/').at(-1)!;
        await openPage(shopper, `my-order/${orderNo}`);
        await expect(page.getByText('1-1 Marunouchi')).toBeVisible();
      });

      await test.step('one is removed', async () => {
        await openPage(shopper, 'my-account');
        const remove = `${t('account:addresses.remove')} Grace Hopper`;
        await page.getByRole('button', { name: remove }).click();
        await expect(page.getByText(t('account:saved.removed'))).toBeVisible();
        await expect(page.getByText('5 Raffles Place')).toHaveCount(0);
      });
    });
  });
}

test.describe(() => {
  test.use(SCREENS.phone);

  test('on phones the choice of a section is as wide as the page', async ({ page, lang, t }) => {
    await becomeCustomer({ page, lang, t, scripts: true });
    const widthOf = async (found: Locator) => (await found.boundingBox())!.width;
    expect(await widthOf(page.locator('#account-section'))).toBe(await widthOf(page.locator('h1')));
  });
});
