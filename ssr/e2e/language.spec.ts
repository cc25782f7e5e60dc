import { LANGS, expect, hydrated, test } from './test';

const OTHER = { en: 'zh', zh: 'en' } as const;
const HTML = { en: 'en', zh: 'zh-Hans' };

for (const lang of LANGS) {
  test.describe(() => {
    test.use({ lang });

    test(`the language switch stays on the page: from ${lang}`, async ({ page, t }) => {
      for (const path of [
        'travel-card/asia?countries=JP&simType=esim',
        'travel-card/asia/jp-3g-7',
        'faq',
        'cart',
      ]) {
        await page.goto(`/${lang}/${path}`);
        await expect(page.locator('html')).toHaveAttribute('lang', HTML[lang]);
        const heading = await page.getByRole('heading', { level: 1 }).innerText();
        const nav = page.getByRole('navigation', { name: t('common:language') });
        await nav.locator(`[hreflang="${HTML[OTHER[lang]]}"]`).click();
        await page.waitForURL(`**/${OTHER[lang]}/${path}`);
        await expect(page.locator('html')).toHaveAttribute('lang', HTML[OTHER[lang]]);
        await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(heading);
      }
    });

    test(`the shop speaks the browser's language until another was chosen: ${lang}`, async ({
      page,
      t,
    }) => {
      await page.goto('/');
      await page.waitForURL(`**/${lang}/home`);
      await page.goto('/travel-card/asia?countries=JP');
      await page.waitForURL(`**/${lang}/travel-card/asia?countries=JP`);
      await hydrated(page);
      const nav = page.getByRole('navigation', { name: t('common:language') });
      await nav.locator(`[hreflang="${HTML[OTHER[lang]]}"]`).click();
      await page.waitForURL(`**/${OTHER[lang]}/travel-card/**`);
      await page.goto('/');
      await page.waitForURL(`**/${OTHER[lang]}/home`);
      // An address that names a language is that language, whatever was chosen.
      await page.goto(`/${lang}/home`);
      await expect(page.locator('html')).toHaveAttribute('lang', HTML[lang]);
    });
  });
}

test('the start address follows cookie, then Accept-Language, and is not kept', async ({
  request,
}) => {
  const cases = [
    { accept: 'zh-CN,zh;q=0.9,en;q=0.8', cookie: '', to: '/zh/home' },
    { accept: 'en-GB,en;q=0.9,zh;q=0.8', cookie: '', to: '/en/home' },
    { accept: 'fr-FR,zh-TW;q=0.5', cookie: '', to: '/zh/home' },
    { accept: 'fr-FR', cookie: '', to: '/en/home' },
    { accept: 'zh-CN', cookie: 'locale=en', to: '/en/home' },
    { accept: 'en-US', cookie: 'locale=zh', to: '/zh/home' },
    { accept: 'en-US', cookie: 'locale=xx', to: '/en/home' },
  ];
  for (const { accept, cookie, to } of cases) {
    const answer = await request.get('/', {
      maxRedirects: 0,
      headers: { 'accept-language': accept, ...(cookie ? { cookie } : {}) },
    });
    expect([answer.status(), answer.headers().location]).toEqual([302, to]);
    expect(answer.headers()['cache-control']).toContain('no-store');
    expect(answer.headers().vary).toMatch(/cookie/i);
    expect(answer.headers().vary).toMatch(/accept-language/i);
  }
});

for (const scripts of [true, false]) {
  test.describe(() => {
    test.use({ javaScriptEnabled: scripts, locale: 'en-US' });

    test(`${scripts ? '' : 'without scripts '}a first visit is remembered when the visitor goes on`, async ({
      page,
      context,
    }) => {
      await page.goto('/zh/home');
      if (scripts) await hydrated(page);
      expect((await context.cookies()).map(({ name }) => name)).not.toContain('locale');
      const link = page.locator('footer a[href="/zh/why-us"]');
      if (scripts) await link.dispatchEvent('click');
      else {
        await link.click();
      }
      await page.waitForURL('**/zh/why-us');
      await expect
        .poll(async () => (await context.cookies()).find(({ name }) => name === 'locale')?.value)
        .toBe('zh');
      await page.goto('/');
      await expect(page).toHaveURL(/\/zh\/home$/);
    });
  });
}
