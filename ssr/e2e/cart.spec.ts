import type { Page } from '@playwright/test';
import type { TFunction } from 'i18next';
import { LANGS, expect, hydrated, test } from './test';

const PLANS = {
  en: ['Japan 3GB 7 days', 'Japan 2GB/day 8 days'],
  zh: ['日本 3GB 7天', '日本 每日2GB 8天'],
};

// What is selected in the cart decides what is bought.
for (const lang of LANGS) {
  test.describe(() => {
    const scripts = lang === 'en';
    test.use({ lang, javaScriptEnabled: scripts });

    test(`select all, one by one, and the empty cart: ${lang}, ${scripts ? 'with' : 'without'} scripts`, async ({
      page,
      t,
    }) => {
      for (const goodsId of ['jp-3g-7', 'jp-u2-8']) await add(page, lang, t, goodsId);
      if (scripts) await hydrated(page);
      const all = page.getByRole('button', { name: t('cart:selectAll') });
      const [first, second] = PLANS[lang].map((name) =>
        page.getByRole('button', { name: t('cart:selectItem', { name }), exact: true }),
      );
      const checkout = page.getByRole('button', { name: t('cart:checkout') });
      await selected(page, all, '$31.40', [first!, second!], [true, true]);

      await all.click();
      await selected(page, all, '$0.00', [first!, second!], [false, false]);
      await expect(checkout).toHaveCount(0);
      await expect(page.getByText(t('cart:selectSomething'))).toBeVisible();

      await second!.click();
      await selected(page, all, '$24.90', [first!, second!], [false, true]);
      await expect(checkout).toBeVisible();

      await first!.click();
      await selected(page, all, '$31.40', [first!, second!], [true, true]);

      for (const name of PLANS[lang]) {
        await page.getByRole('button', { name: t('cart:removeItem', { name }) }).click();
        if (scripts) await page.getByRole('button', { name: t('common:confirm') }).click();
        await expect(page.getByRole('heading', { name, exact: true })).toHaveCount(0);
      }
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('cart:empty.title'));
      await page
        .locator('main')
        .getByRole('link', { name: t('cart:empty.action') })
        .click();
      await page.waitForURL(`**/${lang}/travel-card/listing`);
    });
  });
}

test('a quantity over the limit says what the limit is, typed or pressed', async ({ page, t }) => {
  await add(page, 'en', t, 'jp-3g-7');
  await hydrated(page);
  const field = page.getByLabel(t('cart:quantityOf', { name: PLANS.en[0] }));
  const max = Number(await field.getAttribute('max'));
  const message = page.getByText(t('cart:atMost', { count: max }));
  await field.fill(String(max + 1));
  await field.blur();
  await expect(message).toBeVisible();
  await field.fill(String(max));
  await field.blur();
  await expect(message).toBeHidden();
  // It says that it is disabled, and can be pressed: by key, because the price beside it moves it while the quantity is saved.
  const more = page.getByRole('button', { name: t('cart:more', { name: PLANS.en[0] }) });
  await more.press('Enter');
  await expect(message).toBeVisible();
  await page.getByRole('button', { name: t('cart:less', { name: PLANS.en[0] }) }).click();
  await expect(message).toBeHidden();
  await expect(field).toHaveValue(String(max - 1));
});

type Control = ReturnType<Page['getByRole']>;

async function selected(
  page: Page,
  all: Control,
  subtotal: string,
  lines: Control[],
  states: boolean[],
): Promise<void> {
  await expect(page.locator('main dd')).toHaveText(subtotal);
  await expect(all).toHaveAttribute('aria-pressed', String(states.every(Boolean)));
  for (const [i, line] of lines.entries()) {
    await expect(line).toHaveAttribute('aria-pressed', String(states[i]));
  }
}

async function add(page: Page, lang: string, t: TFunction, goodsId: string): Promise<void> {
  await page.goto(`/${lang}/travel-card/asia/${goodsId}`);
  await page.getByRole('checkbox', { name: t('detail:compatibility.label') }).check();
  await page.getByRole('button', { name: t('detail:addToCart') }).click();
  // The address changes a moment before the page does.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('cart:title'));
}
