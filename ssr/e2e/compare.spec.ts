import { expect, hydrated, SCREENS, test, ways } from './shop';

const PLACE = { en: 'Japan', zh: '日本' };

// The way of a shopper who knows the country and not the plan: home, the country, two plans beside each other, one of them.
for (const [lang, scripts] of ways('zh')) {
  test.describe(`${lang}, ${scripts ? 'with' : 'without'} scripts`, () => {
    test.use({ lang, javaScriptEnabled: scripts, ...SCREENS.phone });

    test('goes from home over a destination and a comparison to a plan', async ({ page, t }) => {
      await page.goto(`/${lang}/home`);
      if (scripts) await hydrated(page);
      await page.locator('main').getByRole('link', { name: PLACE[lang] }).first().click();
      await page.waitForURL(`**/${lang}/travel-card/destination/jp`);
      const ask = page.getByRole('button', { name: t('plan:compare.submit') });
      await expect(ask).toBeHidden();
      const choices = page.getByRole('checkbox');
      await choices.nth(0).check();
      await choices.nth(2).check();
      await ask.click();
      await page.waitForURL(`**/${lang}/travel-card/compare?*`);
      await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText('$24.90');
      await page
        .getByRole('link', { name: t('plan:view') })
        .first()
        .click();
      await page.waitForURL(`**/${lang}/travel-card/asia/jp-3g-7`);
    });
  });
}
