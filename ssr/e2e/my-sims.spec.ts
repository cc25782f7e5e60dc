import type { Locator, Page } from '@playwright/test';
import { codeSent, codeField, open, signUp } from './account';
import {
  CARD,
  fillContact,
  newEmail,
  openBuyNow,
  openCardForm,
  orderNoOf,
  paid,
  payWith,
  placeButton,
  reloadUntil,
  type Shopper,
} from './purchase';

import { expect, SCREENS, test } from './shop';
import { buySim, last4Of, lineOf, openDetails, payAsCustomer, phone } from './sims';

// A SIM from the phone that installs it to the last byte, and on; what the carrier reports arrives by itself.
test.describe(() => {
  test.use({ lang: 'en' });

  test('uses an eSIM up and tops it up', async ({ page, lang, t, watch }) => {
    test.slow();
    watch.allow(422);
    const shopper: Shopper = { page, lang, t, scripts: true };
    await signUp(shopper);
    await open(shopper, 'my-account/sims-info');
    await expect(page.getByRole('heading', { name: t('sims:empty.title') })).toBeVisible();
    await buySim(shopper, 'jp-3g-7', '$6.50');
    await expect(page.getByText(t('server:sim.state.ready_to_install'))).toBeVisible();
    const line = await lineOf(page.request, await last4Of(shopper));

    await test.step('installed, and told what to do next', async () => {
      await phone(page.request, line, 'install', { device: 'Pixel 9' });
      const hint = page.getByText(t('server:sim.hint.roaming.title'), { exact: true });
      await carrierSays(page, hint);
      await expect(page.getByText('Pixel 9')).toBeVisible();
    });
    await test.step('what is used is counted', async () => {
      await phone(page.request, line, 'attach', { country: 'JP' });
      await phone(page.request, line, 'use', { mb: 2600 });
      const left = t('sims:usage.left', { left: '472 MB', used: '2.5 GB', total: '3 GB' });
      const said = page.locator('#sim').getByText(left);
      await carrierSays(page, said);
      await expect(page.locator('#sim').getByText(/\(UTC/).first()).toBeVisible();
    });
    await test.step('used up, it can be topped up, with what that comes to', async () => {
      await phone(page.request, line, 'runout');
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
      await open(shopper, 'my-account/sims-info');
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

  test('is registered after a rejection', async ({ page, lang, t, watch }) => {
    test.slow();
    watch.allow(422);
    const shopper: Shopper = { page, lang, t, scripts: false };
    await signUp(shopper);
    await buySim(shopper, 'th-15g-8v', '$7.90');
    const desk = page.locator('#real-name');
    await page.locator('main a[href$="#real-name"]').click();
    await expect(desk).toBeInViewport();
    const register = async (documentNumber: string) => {
      await desk.getByLabel(t('sims:realName.documentNumber')).fill(documentNumber);
      await desk.getByLabel(t('sims:realName.firstName')).fill('Ada');
      await desk.getByLabel(t('sims:realName.lastName')).fill('Lovelace');
      await desk.getByLabel(t('sims:realName.birthDate')).fill('1990-12-10');
      await desk.getByRole('button', { name: t('sims:realName.submit') }).click();
    };

    await test.step('a wrong form is named field by field, without the document', async () => {
      await register('X');
      await expect(desk.locator('#field-documentNumber-error')).toBeVisible();
      await expect(desk.getByLabel(t('sims:realName.documentNumber'))).toHaveValue('');
      await expect(desk.getByLabel(t('sims:realName.firstName'))).toHaveValue('Ada');
    });
    await test.step('rejected, with the reason', async () => {
      await register('K12340000');
      const sent = desk.getByText(t('account:saved.realname'));
      const why = desk.getByText(t('sims:realName.why'));
      await expect(sent.or(why)).toBeVisible();
      await carrierSays(page, why);
      await expect(sent).toBeHidden();
      await expect(desk.getByText(t('sims:realName.document', { last4: '0000' }))).toBeVisible();
      expect(await page.content()).not.toContain('K12340000');
    });
    await test.step('sent again, accepted', async () => {
      await register('K12345678');
      const done = desk.getByText(t('server:sim.realName.verified'), { exact: true });
      await carrierSays(page, done);
    });
  });

  test('links a SIM and lets it go', async ({ page, browser, baseURL, lang, t, watch }) => {
    test.slow();
    watch.allow(422);
    const number = `+8529${String(Date.now()).slice(-7)}`;
    const elsewhere = await browser.newContext({ baseURL, javaScriptEnabled: false });
    const guest: Shopper = { page: await elsewhere.newPage(), lang, t, scripts: false };
    const last4 = await test.step('a guest has one', async () => {
      await openBuyNow(guest, 'us-5g-7');
      await fillContact(guest, newEmail());
      await guest.page.getByLabel(t('checkout:contact.phone')).fill(number);
      await placeButton(guest, '$11.90').click();
      const orderNo = await orderNoOf(guest);
      await openCardForm(guest);
      await payWith(guest, CARD.accepted, '$11.90');
      await paid(guest);
      await guest.page.goto(`/${lang}/my-order/${orderNo}/install`);
      const code = guest.page.getByLabel(t('order:install.code'), { exact: true });
      await reloadUntil(guest.page, () => expect(code).toBeVisible({ timeout: 1000 }));
      const [before = ''] = t('order:install.iccid', { last4: '\n' }).split('\n');
      const text = await guest.page.locator('article').first().innerText();
      return text.slice(text.indexOf(before) + before.length).slice(0, 4);
    });
    await elsewhere.close();
    const { iccid } = await lineOf(page.request, last4);

    const shopper: Shopper = { page, lang, t, scripts: false };
    await signUp(shopper);
    await open(shopper, 'my-account/sims-info');
    const form = page.locator('#link');
    await test.step('by card, phone and code', async () => {
      await form.getByLabel(t('sims:link.iccid')).fill(iccid);
      await form.getByLabel(t('sims:link.phone')).fill(number);
      await form.getByRole('button', { name: t('auth:code.send') }).click();
      await expect(form.getByLabel(t('sims:link.iccid'))).toHaveValue(iccid);
      await codeField(shopper).fill(await codeSent(page.request, number));
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

// A carrier is asked about a SIM ten times a minute at most: whoever reloads without end sees old numbers.
function carrierSays(page: Page, what: Locator): Promise<void> {
  return reloadUntil(page, () => expect(what).toBeVisible({ timeout: 1000 }), 5000);
}
