import type { Locator, Page } from '@playwright/test';
import { codeField, latestCode, openPage } from './account';
import { becomeCustomer, registerCustomer } from './customers';
import { Gateway } from './gateway';
import { buyEsim, gatewayOf, last4Of } from './orders';
import { reloadUntil, type Shopper } from './purchase';
import { SCREENS, expect, test } from './test';
import { carrierSimOf, openDetails, openSim, payAsCustomer, simulatePhone } from './sims';

// A SIM from the phone that installs it to the last byte, and on; what the carrier reports arrives by itself.
test.describe(() => {
  test.use({ lang: 'en' });

  test('uses an eSIM up and tops it up', async ({ page, lang, t, monitor }) => {
    test.slow();
    monitor.allow(422);
    const shopper: Shopper = { page, lang, t, scripts: true };
    await becomeCustomer(shopper, 'my-account/sims-info');
    await expect(page.getByRole('heading', { name: t('sims:empty.title') })).toBeVisible();
    const { iccidLast4 } = await openSim(shopper);
    await expect(page.getByText(t('server:sim.state.ready_to_install'))).toBeVisible();
    await expect(page.locator('#sim')).toContainText(t('sims:card', { last4: iccidLast4 }));
    const line = await carrierSimOf(page.request, iccidLast4);

    await test.step('installed, and told what to do next', async () => {
      await simulatePhone(page.request, line, 'install', { device: 'Pixel 9' });
      const hint = page.getByText(t('server:sim.hint.roaming.title'), { exact: true });
      await carrierSays(page, hint);
      await expect(page.getByText('Pixel 9')).toBeVisible();
    });
    await test.step('what is used is counted', async () => {
      await simulatePhone(page.request, line, 'attach', { country: 'JP' });
      await simulatePhone(page.request, line, 'use', { mb: 2600 });
      const left = t('sims:usage.left', { left: '472 MB', used: '2.5 GB', total: '3 GB' });
      const said = page.locator('#sim').getByText(left);
      await carrierSays(page, said);
      await expect(page.locator('#sim').getByText(/\(UTC/).first()).toBeVisible();
    });
    await test.step('used up, it can be topped up, with what that comes to', async () => {
      await simulatePhone(page.request, line, 'runout');
      const out = page.getByText(t('server:sim.hint.used_up.title'), { exact: true });
      await carrierSays(page, out);
      const more = page.locator('#top-up').getByRole('listitem').first();
      await expect(more.getByText(t('sims:topUp.data', { data: '' }).trim())).toBeVisible();
      const add = page.locator('#top-up a[href*="simId="]').first();
      const price = /\$[\d.]+/.exec(await add.innerText())![0];
      await add.click();
      await page.waitForURL(`**/${lang}/order?*simId=*`);
      await payAsCustomer(shopper, price);
    });
    await test.step('it goes on', async () => {
      await openPage(shopper, 'my-account/sims-info');
      await openDetails(shopper);
      const active = page.locator('#sim').getByText(t('server:sim.state.active'), { exact: true });
      await carrierSays(page, active);
      await expect(page.locator('#plans').getByRole('listitem')).toHaveCount(2);
    });
  });
});

// Without scripts, in Chinese, on a phone.
test.describe(() => {
  test.use({ ...SCREENS.phone, lang: 'zh', javaScriptEnabled: false });

  test('is registered after a rejection', async ({ page, lang, t, monitor }) => {
    test.slow();
    monitor.allow(422);
    const shopper: Shopper = { page, lang, t, scripts: false };
    await registerCustomer(gatewayOf(shopper));
    await openSim(shopper, 'th-15g-8v');
    const desk = page.locator('#real-name');
    await page.locator('main a[href$="#real-name"]').click();
    await expect(desk).toBeInViewport();
    const submit = async (documentNumber: string) => {
      await desk.getByLabel(t('sims:realName.documentNumber')).fill(documentNumber);
      await desk.getByLabel(t('sims:realName.firstName')).fill('Ada');
      await desk.getByLabel(t('sims:realName.lastName')).fill('Lovelace');
      await desk.getByLabel(t('sims:realName.birthDate')).fill('1990-12-10');
      await desk.getByRole('button', { name: t('sims:realName.submit') }).click();
    };

    await test.step('a wrong form is named field by field, without the document', async () => {
      await submit('X');
      await expect(desk.locator('#field-documentNumber-error')).toBeVisible();
      await expect(desk.getByLabel(t('sims:realName.documentNumber'))).toHaveValue('');
      await expect(desk.getByLabel(t('sims:realName.firstName'))).toHaveValue('Ada');
    });
    await test.step('rejected, with the reason', async () => {
      await submit('K12340000');
      const sent = desk.getByText(t('account:saved.realname'));
      const why = desk.getByText(t('sims:realName.why'));
      await expect(sent.or(why)).toBeVisible();
      await carrierSays(page, why);
      await expect(sent).toBeHidden();
      await expect(desk.getByText(t('sims:realName.document', { last4: '0000' }))).toBeVisible();
      expect(await page.content()).not.toContain('K12340000');
    });
    await test.step('sent again, accepted', async () => {
      await submit('K12345678');
      const done = desk.getByText(t('server:sim.realName.verified'), { exact: true });
      await carrierSays(page, done);
    });
  });

  test('links and unlinks a SIM', async ({ page, playwright, lang, t, monitor }) => {
    test.slow();
    monitor.allow(422);
    const number = `+8529${String(Date.now()).slice(-7)}`;
    const elsewhere = await playwright.request.newContext();
    const last4 = await test.step('a guest has one', async () => {
      const gateway = new Gateway(elsewhere, lang);
      const { orderNo } = await buyEsim(gateway, { goodsId: 'us-5g-7', phone: number });
      return last4Of(gateway, orderNo);
    });
    await elsewhere.dispose();
    const { iccid } = await carrierSimOf(page.request, last4);

    const shopper: Shopper = { page, lang, t, scripts: false };
    await becomeCustomer(shopper, 'my-account/sims-info');
    const form = page.locator('#link');
    await test.step('by card, phone and code', async () => {
      await form.getByLabel(t('sims:link.iccid')).fill(iccid);
      await form.getByLabel(t('sims:link.phone')).fill(number);
      await form.getByRole('button', { name: t('auth:code.send') }).click();
      await expect(form.getByLabel(t('sims:link.iccid'))).toHaveValue(iccid);
      await codeField(shopper).fill(await latestCode(page.request, number));
      await form.getByRole('button', { name: t('sims:link.submit') }).click();
      await expect(page.getByText(t('sims:saved.linked'))).toBeVisible();
      expect(await page.content()).not.toContain(iccid);
    });
    await test.step('and off the list again', async () => {
      await openDetails(shopper);
      await page.locator('summary', { hasText: t('sims:unlink.open') }).click();
      await page.getByRole('button', { name: t('sims:unlink.submit') }).click();
      await expect(page.getByText(t('sims:saved.unlinked'))).toBeVisible();
      await expect(page.getByRole('heading', { name: t('sims:empty.title') })).toBeVisible();
    });
  });
});

// Reloads until the shop has heard it from the carrier.
function carrierSays(page: Page, what: Locator): Promise<void> {
  return reloadUntil(page, () => expect(what).toBeVisible({ timeout: 500 }));
}
