import { registerCustomer } from './customers';
import { buyEsim, gatewayOf, last4Of, simIdOf } from './orders';
import { waitForMail } from './outbox';
import { reloadUntil, type Shopper } from './purchase';
import { SCREENS, expect, test, variants } from './test';
import { carrierSimOf, openSim, simulatePhone } from './sims';

// An eSIM that was deleted from its phone, or never installed, is issued again: asked for by a guest or a customer.

const READY = {
  en: (orderNo: string) => `Here is your new eSIM (order ${orderNo})`,
  zh: (orderNo: string) => `您的新 eSIM 已发放（订单 ${orderNo}）`,
};

for (const [lang, scripts] of variants('zh')) {
  test.describe(() => {
    test.use({ ...SCREENS.phone, lang, javaScriptEnabled: scripts });

    test(`a guest gets a new eSIM: ${lang}, ${scripts ? 'with' : 'without'} scripts`, async ({
      page,
      t,
    }) => {
      const shopper: Shopper = { page, lang, t, scripts };
      const gateway = gatewayOf(shopper);
      const { orderNo, email } = await buyEsim(gateway);
      const last4 = await last4Of(gateway, orderNo);
      const line = await carrierSimOf(page.request, last4);
      const sims = `/${lang}/my-order/${orderNo}/sims`;
      const install = `/${lang}/my-order/${orderNo}/install`;
      await page.goto(install);
      const code = page.getByLabel(t('order:install.code'), { exact: true });
      const before = await code.inputValue();
      await simulatePhone(page.request, line, 'install', { device: 'Pixel 9' });
      await simulatePhone(page.request, line, 'attach', { country: 'JP' });
      await simulatePhone(page.request, line, 'use', { mb: 500 });
      await simulatePhone(page.request, line, 'delete');
      await page.goto(sims);
      const way = page.getByRole('link', { name: t('server:sim.hintLink.reissue') });
      await reloadUntil(page, () => expect(way).toBeVisible({ timeout: 500 }));
      await way.click();
      await page.waitForURL(/\/reissue\/\w+$/);
      await expect(page.getByText(t('reissue:item.old'))).toBeVisible();
      await expect(page.getByText(/500 MB/).first()).toBeVisible();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(375);
      await page.getByRole('button', { name: t('reissue:submit') }).click();
      const ready = page.getByText(t('reissue:state.ready.title'), { exact: true });
      // With scripts the page looks again by itself.
      if (scripts) await expect(ready).toBeVisible({ timeout: 20_000 });
      else await reloadUntil(page, () => expect(ready).toBeVisible({ timeout: 500 }));
      await page.getByRole('link', { name: t('reissue:install') }).click();
      await page.waitForURL(`**${install}`);
      await expect(code).not.toHaveValue(before);
      const sent = await waitForMail(page.request, email, READY[lang](orderNo));
      expect(sent.attachments.length).toBeGreaterThan(0);
      // The new one is on the same order, with what was left, and is installed like any other.
      await page.goto(sims);
      await expect(page.getByText(/500 MB/).first()).toBeVisible();
      expect(await last4Of(gateway, orderNo)).not.toBe(last4);
    });
  });
}

test('an eSIM that is on a phone gets no new one, and the page says what helps', async ({
  page,
  lang,
  t,
}) => {
  const gateway = gatewayOf({ page, lang });
  const { orderNo } = await buyEsim(gateway);
  const simId = await simIdOf(gateway, orderNo);
  await simulatePhone(
    page.request,
    await carrierSimOf(page.request, await last4Of(gateway, orderNo)),
    'install',
  );
  const why = page.getByText(t('errors:reissue_on_phone'));
  await page.goto(`/${lang}/reissue/${simId}`);
  await reloadUntil(page, () => expect(why).toBeVisible({ timeout: 500 }));
  await expect(page.getByRole('button', { name: t('reissue:submit') })).toHaveCount(0);
  await expect(page.getByRole('link', { name: t('reissue:refund') })).toBeVisible();
  await page.getByRole('button', { name: t('reissue:contact') }).click();
  await page.waitForURL('**/contact');
  await expect(page.getByLabel(t('contact:orderNo'))).toHaveValue(orderNo);
});

test('a customer gets a new eSIM for one that was never installed; a stranger sees none of it', async ({
  page,
  lang,
  t,
  browser,
}) => {
  const shopper: Shopper = { page, lang, t, scripts: true };
  await registerCustomer(gatewayOf(shopper));
  const { simId } = await openSim(shopper);
  const stranger = await browser.newPage();
  const refused = await stranger.goto(`/${lang}/reissue/${simId}`);
  expect(refused?.status()).toBe(404);
  await stranger.close();
  await page.goto(`/${lang}/reissue/${simId}`);
  await page.getByRole('button', { name: t('reissue:submit') }).click();
  await expect(page.getByText(t('reissue:state.ready.title'), { exact: true })).toBeVisible({
    timeout: 20_000,
  });
  await page.goto(`/${lang}/my-account/sims-info?simId=${simId}`);
  await expect(page.getByText(t('server:sim.hint.reissued.title'))).toBeVisible();
});
