import { LANGS, SCREENS, expect, test, type Screen } from './test';

// From a plan to the check of a device and back; the answer goes along.
for (const [lang, screen, scripts] of [
  ['en', 'phone', false],
  ['zh', 'desktop', true],
] as const satisfies readonly (readonly [(typeof LANGS)[number], Screen, boolean])[]) {
  test.describe(() => {
    test.use({ ...SCREENS[screen], lang, javaScriptEnabled: scripts });

    test(`checks a device: ${lang}, ${screen}, ${scripts ? 'with' : 'without'} scripts`, async ({
      page,
      t,
      monitor,
    }) => {
      monitor.allow(422);
      await page.goto(`/${lang}/travel-card/asia/jp-3g-7`);
      await page.getByRole('link', { name: t('detail:compatibility.link') }).click();
      await page.waitForURL(`**/${lang}/esim?goodsId=jp-3g-7#check`);
      const check = page.getByRole('region', { name: t('esim:check.title') });
      const ask = check.getByRole('button', { name: t('esim:check.submit') });

      await ask.click();
      await expect(check.locator('#field-model-error')).toHaveText(t('errors:device_required'));
      await check.getByLabel(t('esim:check.model')).selectOption('Apple iPhone 12');
      await check.getByLabel(t('esim:check.soldIn')).selectOption('HK');
      await ask.click();
      await expect(check.getByText(t('esim:check.no'), { exact: true })).toBeVisible();

      await check.getByLabel(t('esim:check.eid')).fill('89049032021008881300304741158318');
      await ask.click();
      await expect(check.locator('#field-eid-error')).toHaveText(t('errors:eid_invalid'));
      await check.getByLabel(t('esim:check.eid')).fill('89049032021008881300304741158317');
      await ask.click();
      await expect(check.getByText(t('esim:check.yes'), { exact: true })).toBeVisible();
      await expect(check.getByText(t('esim:check.eidSeen', { last4: '8317' }))).toBeVisible();
      expect(await page.content()).not.toContain('8904903202100888130030474115');

      await check.getByRole('alert').or(check.getByRole('status')).getByRole('link').click();
      await page.waitForURL(`**/${lang}/travel-card/asia/jp-3g-7`);
      await page.getByRole('checkbox', { name: t('detail:compatibility.label') }).check();
      await page.getByRole('button', { name: t('detail:addToCart') }).click();
      await page.waitForURL(`**/${lang}/cart`);
      await expect(page.getByText(t('server:device.eid'))).toBeVisible();
    });
  });
}

for (const scripts of [true, false]) {
  test.describe(() => {
    const lang = scripts ? 'en' : 'zh';
    test.use({ ...SCREENS.phone, lang, javaScriptEnabled: scripts });

    test(`finds a model: ${lang}, ${scripts ? 'with' : 'without'} scripts`, async ({ page, t }) => {
      await page.goto(`/${lang}/esim`);
      const models = page.getByRole('region', { name: t('esim:devices.title') });
      const field = models.getByRole('searchbox', { name: t('esim:devices.filter') });
      const find = models.getByRole('button', { name: t('esim:devices.find') });
      await field.fill('pixel 9 pro');
      if (!scripts) await find.click();
      await expect(
        models.getByRole('rowheader', { name: 'Pixel 9 Pro', exact: true }),
      ).toBeVisible();
      await expect(
        models.getByText(
          t('esim:devices.brand', { brand: lang === 'zh' ? '苹果' : 'Apple', count: 38 }),
        ),
      ).toHaveCount(0);
      await expect(field).toHaveValue('pixel 9 pro');
      await field.fill('abacus');
      if (!scripts) await find.click();
      await expect(models.getByText(t('esim:devices.none'))).toBeVisible();
    });
  });
}
