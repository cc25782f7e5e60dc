import { gatewayOf } from './orders';
import { expect, test } from './test';
import { buyAndUseEsim } from './sims';
import { checkPage, enterStudio, openByNavigation } from './studio';

// What a buyer wrote is shown by support, and taken down again.

test.use({ viewport: { width: 1440, height: 900 }, lang: 'zh' });

test('a review is read, shown on the home page and taken down', async ({
  page,
  browser,
  lang,
  t,
  monitor,
}) => {
  monitor.allow(401);
  monitor.allow(409);
  test.setTimeout(90_000);
  const shopper = { page, lang, t, scripts: true };
  const gateway = gatewayOf(shopper);
  const orderNo = await buyAndUseEsim(shopper);
  const text = `KIX 机场连上就能用 ${orderNo}`;
  const path = `/${lang}/my-order/${orderNo}/review`;
  const { data } = await gateway.get<{ data: { lines: { lineId: string; name: string }[] } }>(
    '/gw/page/query',
    { path },
  );
  const { lineId, name } = data.lines[0]!;
  await gateway.post('/gw/mall/review/write', { orderNo, lineId, stars: 4, text, name: '小林' });

  // Support works in browsers of their own, in two tabs.
  const support = await (await browser.newContext({ locale: 'zh-CN' })).newPage();
  await enterStudio(support, 'support', 'Mei', lang, t);
  await openByNavigation(support, t('studio-reviews:nav'));
  const item = support.getByRole('listitem').filter({ hasText: text });
  await expect(item).toContainText('小林');
  await checkPage(support, t('studio-reviews:list.title'));
  const other = await support.context().newPage();
  await other.goto('/studio/reviews');
  const sameItem = other.getByRole('listitem').filter({ hasText: text });
  await expect(sameItem).toBeVisible();
  const show = { name: t('studio-reviews:approveOf', { plan: name }) };
  await item.getByRole('button', show).click();
  await expect(support.getByText(t('studio-reviews:done.approved'))).toBeVisible();
  await expect(item).toHaveCount(0);

  // The other tab is told that it is too late, and shows what there is now.
  await sameItem.getByRole('button', show).click();
  await expect(other.getByText(t('errors:review_decided'))).toBeVisible();
  await expect(other.locator('main :focus')).toContainText(t('errors:review_decided'));
  await expect(sameItem).toHaveCount(0);

  const home = async () => (await page.request.get(`/${lang}/home`)).text();
  await expect(async () => expect(await home()).toContain(text)).toPass({ timeout: 10_000 });
  await support.getByLabel(t('studio-reviews:list.show')).selectOption('approved');
  await support.getByLabel(t('studio-reviews:list.search')).fill(orderNo);
  await support.getByRole('button', { name: t('studio-reviews:list.go') }).click();
  await expect(support.getByRole('listitem').filter({ hasText: '小林' })).toHaveCount(1);
  await item.getByText(t('studio-reviews:takeDown')).first().click();
  await item.getByLabel(t('studio-reviews:reason')).fill('提到了订单号');
  await checkPage(support, t('studio-reviews:list.title'));
  await item.getByRole('button', { name: t('studio-reviews:takeDown') }).click();
  await expect(support.getByText(t('studio-reviews:done.rejected'))).toBeVisible();
  await expect(async () => expect(await home()).not.toContain(text)).toPass({ timeout: 10_000 });
});
