import { waitForPath, requestSignUpCode, openPage, submitCode } from './account';
import { registerCustomer } from './customers';
import { Gateway } from './gateway';
import { buyEsim, gatewayOf } from './orders';
import { mailsTo } from './outbox';
import { newEmail, type Shopper } from './purchase';
import { SCREENS, expect, test, variants } from './test';

// What was ordered as a guest is taken into the account of whoever proves its mailbox.

// The newest code; mails about the orders, with numbers in them, go to the same mailbox.
async function codeFor({ page }: Shopper, email: string): Promise<string> {
  let code: string | undefined;
  await expect(async () => {
    const codes = (await mailsTo(page.request, email)).filter((one) => CODE.test(one.subject));
    code = /\b\d{6}\b/.exec(codes.at(-1)?.text ?? '')?.[0];
    expect(code).toBeDefined();
  }).toPass({ timeout: 20_000, intervals: [200] });
  return code!;
}

const CODE = /verification code|验证码/;

for (const [lang, scripts] of variants('en')) {
  test.describe(() => {
    test.use({ ...SCREENS.phone, lang, javaScriptEnabled: scripts });

    test(`a guest signs up and takes the orders along: ${lang}, ${scripts ? 'with' : 'without'} scripts`, async ({
      page,
      t,
      monitor,
      playwright,
    }) => {
      monitor.allow(422);
      const shopper: Shopper = { page, lang, t, scripts };
      const email = newEmail();
      const browser = await playwright.request.newContext();
      const guest = new Gateway(browser, lang);
      const bought = [await buyEsim(guest, { email }), await buyEsim(guest, { email })];
      const box = (orderNo: string) => page.locator(`input[name="${orderNo}"]`);
      const heading = (orderNo: string) =>
        page.getByRole('heading', { name: t('account:orders.number', { orderNo }) });
      const add = page.getByRole('button', { name: t('account:claim.add') });

      await test.step('my account says so after the sign-up', async () => {
        await openPage(shopper, 'signup');
        await requestSignUpCode(shopper, email);
        await submitCode(shopper, await codeFor(shopper, email), 'auth:signup.continue');
        await waitForPath(shopper, 'my-account');
        await expect(page.getByText(t('account:claim.title', { count: 2 }))).toBeVisible();
        await page.getByRole('link', { name: t('account:claim.see') }).click();
        await waitForPath(shopper, 'my-account/orders');
      });

      await test.step('what is not ticked is said, and stays', async () => {
        for (const { orderNo } of bought) await box(orderNo).uncheck();
        await add.click();
        await expect(page.getByText(t('errors:claim_none')).first()).toBeVisible();
        await expect(box(bought[0]!.orderNo)).not.toBeChecked();
      });

      await test.step('one of them is taken, and the page says what came', async () => {
        await box(bought[0]!.orderNo).check();
        await add.click();
        await expect(page.getByText(t('account:claim.done', { count: 1 }))).toBeVisible();
        await expect(heading(bought[0]!.orderNo)).toBeVisible();
        await expect(heading(bought[1]!.orderNo)).toHaveCount(0);
        await page.getByRole('link', { name: t('account:claim.sims', { count: 1 }) }).click();
        await waitForPath(shopper, 'my-account/sims-info');
        const [sim, ...more] =
          await gatewayOf(shopper).get<{ orderNo: string }[]>('/gw/sim/us/list');
        expect(sim!.orderNo).toBe(bought[0]!.orderNo);
        expect(more).toHaveLength(0);
      });

      await test.step('the rest is put off, which a quiet line remembers', async () => {
        await openPage(shopper, 'my-account/orders');
        await page.getByRole('button', { name: t('account:claim.later') }).click();
        const line = page.locator('summary', { hasText: t('account:claim.quiet', { count: 1 }) });
        await expect(line).toBeVisible();
        await openPage(shopper, 'my-account');
        await expect(page.getByText(t('account:claim.title', { count: 1 }))).toHaveCount(0);
        await openPage(shopper, 'my-account/orders');
        await line.click();
        await add.click();
        await expect(heading(bought[1]!.orderNo)).toBeVisible();
        await expect(line).toHaveCount(0);
      });

      await test.step('with points, and no longer for the browser that bought', async () => {
        await openPage(shopper, 'my-account/rewards');
        for (const { orderNo } of bought)
          await expect(page.getByText(orderNo).first()).toBeVisible();
        await openPage(shopper, `my-order/${bought[0]!.orderNo}`);
        await expect(page.getByText(bought[0]!.orderNo).first()).toBeVisible();
        const shown = await browser.get(
          new URL(`/${lang}/my-order/${bought[0]!.orderNo}`, page.url()).href,
        );
        expect(shown.status()).toBe(404);
        await browser.dispose();
      });
    });
  });
}

test('the offer does not stand in the way of a purchase, and fits a wide screen', async ({
  page,
  lang,
  t,
  monitor,
  playwright,
}) => {
  monitor.allow(422);
  const shopper: Shopper = { page, lang, t, scripts: true };
  const email = newEmail();
  const browser = await playwright.request.newContext();
  await buyEsim(new Gateway(browser, lang), { email });
  await browser.dispose();
  await openPage(shopper, 'signup?redirect=/en/cart');
  await requestSignUpCode(shopper, email);
  await submitCode(shopper, await codeFor(shopper, email), 'auth:signup.continue');
  await waitForPath(shopper, 'cart');
  await openPage(shopper, 'my-account/orders');
  await expect(
    page.getByRole('heading', { name: t('account:claim.title', { count: 1 }) }),
  ).toBeVisible();
  await page.getByRole('button', { name: t('account:claim.add') }).dblclick();
  await expect(page.getByText(t('account:claim.done', { count: 1 }))).toBeVisible();
});

test('an account of another mailbox is offered nothing', async ({ page, lang, t, playwright }) => {
  const shopper: Shopper = { page, lang, t, scripts: true };
  const browser = await playwright.request.newContext();
  await buyEsim(new Gateway(browser, lang));
  await browser.dispose();
  await registerCustomer(gatewayOf(shopper));
  await openPage(shopper, 'my-account/orders');
  await expect(page.getByText(t('account:orders.empty.title'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('account:claim.add') })).toHaveCount(0);
});
