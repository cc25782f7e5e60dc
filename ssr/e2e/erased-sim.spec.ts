import { openPage } from './account';
import { registerCustomer } from './customers';
import { runOps } from './cli';
import { textsInWrongLanguage } from './inspect';
import { cachedPages, openOfflinePage, workerReady } from './cacheStorage';
import { gatewayOf } from './orders';
import type { Shopper } from './purchase';
import { LANGS, SCREENS, expect, test } from './test';
import { carrierSimOf, openSim, simulatePhone } from './sims';

// Long after a trip: the operator has given the SIM up, and what installed it and what it used is erased. Every page that had
// it says so, with a way on; scripts in one language, none in the other.
for (const lang of LANGS) {
  test.describe(() => {
    const scripts = lang === 'en';
    const screen = scripts ? SCREENS.desktop : SCREENS.phone;
    test.use({ ...screen, lang, javaScriptEnabled: scripts });

    test(`a SIM is erased: ${lang}, ${scripts ? 'with' : 'without'} scripts`, async ({
      page,
      context,
      t,
      monitor,
    }) => {
      test.slow();
      const shopper: Shopper = { page, lang, t, scripts };
      await registerCustomer(gatewayOf(shopper));
      const { iccidLast4: last4 } = await openSim(shopper);
      const sim = page.url();
      const order = await page
        .getByRole('link', { name: t('sims:order'), exact: true })
        .getAttribute('href');
      const kit = `${order}/install`;
      const code = page.getByLabel(t('order:install.code'), { exact: true });
      const picture = page.getByRole('img', { name: t('order:install.qrAlt') });
      await page.goto(kit);
      await expect(code).toBeVisible();
      if (scripts) {
        await expect(page.getByText(t('offline:notice'))).toBeVisible();
        await workerReady(page);
        expect(await cachedPages(page)).toEqual([kit]);
      }
      await simulatePhone(page.request, await carrierSimOf(page.request, last4), 'retire');

      const [before = '', after = ''] = t('order:install.erased', { date: '\n' }).split('\n');
      await test.step('the install page says so and has nothing left', async () => {
        await expect(async () => {
          await runOps('erase');
          await page.reload();
          await expect(code).toHaveCount(0, { timeout: 500 });
        }).toPass({ timeout: 25_000, intervals: [100] });
        await expect(page.getByText(before).filter({ hasText: after.trim() })).toBeVisible();
        await expect(page.getByText(last4).first()).toBeVisible();
        await expect(picture).toHaveCount(0);
        await expect(page.getByRole('button', { name: t('order:install.print') })).toHaveCount(0);
        await expect(page.getByText(t('offline:notice'))).toHaveCount(0);
        expect(await textsInWrongLanguage(page, lang)).toEqual([]);
      });
      await test.step('the order says so, and that nothing is left to do', async () => {
        await page.getByRole('link', { name: t('order:install.back') }).click();
        await page.waitForURL(`**${order}`);
        const esims = page.getByRole('region', { name: t('order:esims_one') });
        await expect(esims.getByText(t('server:install.state.erased'))).toBeVisible();
        await expect(page.getByText(t('order:next.done.title'), { exact: true })).toBeVisible();
        const install = page.getByRole('link', { name: t('server:sim.timeline.install.action') });
        await expect(install).toHaveCount(0);
      });
      await test.step('its own page says so, and where to buy another', async () => {
        await page.goto(sim);
        await expect(page.getByText(t('server:sim.hint.erased.text'))).toBeVisible();
        await expect(page.getByText(t('sims:usage.never'))).toHaveCount(0);
        await expect(page.locator('main a[href$="/install"]')).toHaveCount(0);
        expect(await textsInWrongLanguage(page, lang)).toEqual([]);
        await page.getByRole('link', { name: t('sims:topUp.other') }).click();
        await page.waitForURL(`**/${lang}/travel-card/listing`);
      });
      if (scripts) {
        await test.step('no copy is left on the device', async () => {
          await page.goto(kit);
          expect(await cachedPages(page)).toEqual([]);
          monitor.allow(503);
          await context.setOffline(true);
          await openOfflinePage(page, kit, t('offline:title'));
          await expect(page.locator(`a[href="${kit}"]`)).toHaveCount(0);
          await context.setOffline(false);
        });
      } else {
        await openPage(shopper, 'my-account/sims-info');
        await expect(page.getByText(t('server:sim.hint.erased.title')).first()).toBeVisible();
      }
    });
  });
}
