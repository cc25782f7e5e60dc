import { expect, test } from './test';
import { checkPage, enterStudio } from './studio';

test.use({ viewport: { width: 1440, height: 900 }, lang: 'zh' });

// An admin says what search engines are told about a destination, and what a mail says.
test('edits a search title and a mail text, and both are shown', async ({ page, t, monitor }) => {
  monitor.allow(401);
  monitor.allow(409);
  test.setTimeout(90_000);
  await enterStudio(page, 'admin', 'Bo', 'zh', t);

  const field = (locale: 'en' | 'zh') =>
    page.getByLabel(t('studio-titles:title', { language: t(`studio-titles:languages.${locale}`) }));
  const save = page.getByRole('button', { name: t('studio-titles:save'), exact: true });
  await page.goto('/studio/titles?state=destination&q=fj');
  await checkPage(page, t('studio-titles:nav'));
  await page.locator('a[href*="/titles/destination/FJ"]').click();
  await field('en').fill('Fiji by {{brand}}');
  await expect(page.getByText(t('studio-titles:findings.missing'))).toBeVisible();
  await field('zh').fill('斐济流量 {{');
  await expect(page.getByText(t('studio-titles:findings.markup'))).toBeVisible();
  await field('zh').fill('斐济流量由 {{brand}} 提供');
  await expect(page.getByText('斐济流量由 Roamcart 提供')).toBeVisible();
  await expect(page.getByText(t('studio-titles:findings.markup'))).toHaveCount(0);
  await save.click();
  await expect(page.getByText(t('studio-titles:saved'))).toBeVisible();
  await expect(page.getByRole('group', { name: t('studio-texts:receipt.title') })).toContainText(
    '/zh/travel-card/destination/fj',
  );
  await checkPage(page, '斐济');

  // Another tab is faster: its words are shown beside what was typed here, which is not lost.
  const other = await page.context().newPage();
  await other.goto(page.url());
  const label = t('studio-titles:title', { language: t('studio-titles:languages.en') });
  await other.getByLabel(label).fill('Fiji with {{brand}}');
  await other.getByRole('button', { name: t('studio-titles:save'), exact: true }).click();
  await expect(other.getByText(t('studio-titles:saved'))).toBeVisible();
  await other.close();
  await field('en').fill('Fiji from {{brand}}');
  await save.click();
  await expect(page.getByText(t('errors:titles_overtaken', { author: 'Bo' }))).toBeVisible();
  const diff = page.getByRole('group', { name: t('studio-texts:changes.label') });
  await expect(diff.locator('del')).toHaveText(['with']);
  await expect(diff.locator('ins')).toHaveText(['from']);
  await page.getByRole('button', { name: t('studio:conflict.theirs') }).click();
  await expect(field('en')).toHaveValue('Fiji with {{brand}}');
  await expect(diff.locator('ins')).toHaveText(['from']);

  const found = await page.request.get('/zh/travel-card/destination/fj');
  expect(await found.text()).toContain('<title>斐济流量由 Roamcart 提供</title>');

  await page.goto('/studio/mails/review_asked');
  const heading = page.getByLabel(
    `${t('studio-mails:names.title')}, ${t('studio-mails:languages.zh')}`,
  );
  const mail = page.frameLocator('iframe');
  await heading.fill('<b>评价</b>');
  await expect(page.getByText(t('studio-mails:findings.markup'))).toBeVisible();
  await heading.fill('这次旅行怎么样？');
  await expect(mail.getByRole('heading', { level: 1 })).toHaveText('这次旅行怎么样？');
  await page.getByRole('button', { name: t('studio-mails:save'), exact: true }).click();
  await expect(page.getByText(t('studio-mails:done.save'))).toBeVisible();
  await expect(page.getByText(t('studio-mails:history.shown'))).toBeVisible();
  await checkPage(page, t('studio-mails:kinds.review_asked'));
});
