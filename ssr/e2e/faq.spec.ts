import { LANGS, expect, hydrated, test } from './test';

// A search needs a keyword: what the shop says without one, with and without scripts.
for (const lang of LANGS) {
  test.describe(() => {
    const scripts = lang === 'en';
    test.use({ lang, javaScriptEnabled: scripts });

    test(`a search for nothing is told so beside the field: ${lang}, ${scripts ? 'with' : 'without'} scripts`, async ({
      page,
      t,
    }) => {
      for (const query of ['keyword=', 'keyword=%20&x=1']) {
        expect((await page.goto(`/${lang}/faq?${query}`))!.status()).toBe(200);
        if (scripts) await hydrated(page);
        const field = page.getByRole('searchbox', { name: t('content:faq.label') });
        await expect(field).toBeFocused();
        await expect(field).toHaveAttribute('aria-invalid', 'true');
        await expect(field).toHaveAccessibleDescription(t('errors:keyword_required'));
        // All questions are there meanwhile.
        await expect(page.locator('main details').first()).toBeVisible();
        await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
          'href',
          new RegExp(`/${lang}/faq$`),
        );
      }
      await page.getByRole('searchbox', { name: t('content:faq.label') }).fill('eSIM');
      await page.locator('main form[role="search"] button').click();
      await page.waitForURL(`**/${lang}/faq?keyword=eSIM`);
      await expect(page.locator('#field-keyword-error')).toHaveCount(0);
    });
  });
}

test('a page that nobody searched on says nothing', async ({ page }) => {
  await page.goto('/en/faq');
  await expect(page.locator('main details').first()).toBeVisible();
  await expect(page.locator('#field-keyword-error')).toHaveCount(0);
});

// The header's search is a form of its own on every page: the browser keeps a search for blanks back, also without scripts.
for (const [lang, scripts] of [
  ['en', true],
  ['zh', false],
] as const) {
  test.describe(() => {
    test.use({ lang, javaScriptEnabled: scripts });

    test(`the header asks for a word: ${lang}, ${scripts ? 'with' : 'without'} scripts`, async ({
      page,
      t,
    }) => {
      await page.goto(`/${lang}/faq`);
      if (scripts) await hydrated(page);
      const field = page.locator('#search');
      await field.fill('   ');
      await field.press('Enter');
      await expect(page.locator('#search:invalid')).toBeFocused();
      expect(new URL(page.url()).pathname).toBe(`/${lang}/faq`);
      // A browser that sends it all the same is asked for a word above all plans.
      await page.goto(`/${lang}/travel-card/listing?keyword=%20`);
      await expect(page.locator('main')).toContainText(t('errors:keyword_required'));
      await expect(page.locator('main article').first()).toBeVisible();
    });
  });
}
