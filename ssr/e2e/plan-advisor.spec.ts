import { expect, hydrated, SCREENS, test, variants } from './test';

// The way of a shopper who knows the trip and not the plan: the catalogue, three questions, a comparison of what is recommended.
for (const [lang, scripts] of variants('en')) {
  test.describe(`${lang}, ${scripts ? 'with' : 'without'} scripts`, () => {
    test.use({ lang, javaScriptEnabled: scripts, ...SCREENS.phone });

    test('answers three questions and compares what is recommended', async ({ page, t }) => {
      await page.goto(`/${lang}/travel-card/listing`);
      if (scripts) await hydrated(page);
      await page.getByRole('link', { name: t('listing:which') }).click();
      await page.waitForURL(`**/${lang}/travel-card/which`);
      await page.getByText(lang === 'en' ? 'Japan' : '日本', { exact: true }).click();
      await page.getByText(lang === 'en' ? 'Oceania (2)' : '大洋洲（2）').click();
      await page.getByLabel(lang === 'en' ? 'New Zealand' : '新西兰').check();
      // The days are forgotten: what was answered stays.
      await page.getByRole('button', { name: t('which:submit') }).click();
      await page.waitForURL(/\/which\?.*NZ.*days=&/);
      const days = page.getByLabel(t('which:days'));
      // The address is there a moment before the page.
      await expect(days).toHaveAttribute('aria-invalid', 'true');
      await days.fill('10');
      await page.getByRole('button', { name: t('which:submit') }).click();
      await page.waitForURL(/\/which\?.*NZ.*days=10&/);
      await expect(page.getByRole('heading', { name: t('which:kind.split') })).toBeVisible();
      await page.getByRole('link', { name: t('which:compare') }).click();
      await page.waitForURL(`**/${lang}/travel-card/compare?plans=*`);
    });
  });
}
