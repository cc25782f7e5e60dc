import { accessibilityProblems, textsInWrongLanguage } from './inspect';
import { SCREENS, expect, hydrated, test } from './test';

const CALL = '**/gw/mall/goods/suggestions';

test('a search suggests while somebody types, and the keyboard chooses', async ({ page, t }) => {
  await page.goto('/en/home');
  const field = page.locator('#search-home');
  // Typed before the application is there.
  await field.pressSequentially('tok');
  await hydrated(page);
  const list = page.getByRole('listbox', { name: t('common:search.label') });
  await expect(list.getByRole('option')).toHaveText([/^Japan\s*from \$6\.50$/]);
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  expect(await accessibilityProblems(page)).toEqual([]);
  await field.press('ArrowDown');
  const japan = list.getByRole('option', { name: /^Japan/ });
  await expect(japan).toHaveAttribute('aria-selected', 'true');
  await expect(field).toHaveAttribute('aria-activedescendant', (await japan.getAttribute('id'))!);
  await field.press('Escape');
  await expect(list).toBeHidden();
  await expect(field).toHaveValue('tok');
  await field.press('y');
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(page).toHaveURL('/en/travel-card/destination/jp');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ ...SCREENS.phone, lang: 'zh' });

  test('a press on a suggestion opens its page', async ({ page, t }) => {
    await page.goto('/zh/home');
    await hydrated(page);
    await page.locator('#search-home').fill('欧');
    const list = page.getByRole('listbox', { name: t('common:search.label') });
    const europe = list.getByRole('option', { name: '欧洲' });
    await expect(europe).toBeInViewport({ ratio: 1 });
    expect(await textsInWrongLanguage(page, 'zh')).toEqual([]);
    await europe.tap();
    await expect(page).toHaveURL('/zh/travel-card/europe');
  });
});

test('a search works where its suggestions do not come', async ({ page }) => {
  await page.route(CALL, (route) => route.abort());
  await page.goto('/en/home');
  await hydrated(page);
  const field = page.locator('#search-home');
  await field.fill('japan');
  await field.press('Enter');
  await expect(page).toHaveURL('/en/travel-card/listing?keyword=japan');
});
