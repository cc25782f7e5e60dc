import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { fillContact, newEmail, openBuyNow, placeButton } from './purchase';
import { expect, hydrated, test, type Lang } from './test';
import { checkPage, enterStudio, openByNavigation } from './studio';
import { texts } from './texts';

// Merchandisers change prices of the site of Hong Kong, which no other journey visits. Each journey has a plan of its own.

test.use({ viewport: { width: 1440, height: 900 } });

const SHOP = (() => {
  const url = new URL(process.env.E2E_URL ?? 'http://localhost:8080');
  url.hostname = 'hk.localhost';
  return url.origin;
})();
const SITE = '21';

type Texts = (key: string, params?: Record<string, unknown>) => string;

const elsewhere = async (browser: Browser, lang: Lang) =>
  (await browser.newContext({ locale: lang === 'zh' ? 'zh-CN' : 'en-US' })).newPage();

/** The next full minute that is far enough away to be typed, as the clocks in Hong Kong show it. */
function soon(): string {
  const at = new Date(Math.ceil((Date.now() + 25_000) / 60_000) * 60_000);
  const [date, time] = at.toLocaleString('sv-SE', { timeZone: 'Asia/Hong_Kong' }).split(' ');
  return `${date}T${time!.slice(0, 5)}`;
}

test.describe(() => {
  test.use({ lang: 'en' });

  test('a price begins in Hong Kong at its minute, and an open checkout says so', async ({
    browser,
    page,
    t,
    monitor,
  }) => {
    test.setTimeout(180_000); // the minute has to come
    monitor.allow(401);
    const PLAN = 'jp-3g-7';
    const shopper = await elsewhere(browser, 'en');
    const says = async (price: string) => {
      await shopper.goto(`${SHOP}/en/travel-card/asia/${PLAN}`);
      const data = await shopper.locator('script[type="application/ld+json"]').allTextContents();
      expect(data.join()).toContain(`"price":"${price}"`);
      await expect(shopper.getByText(`HK$${price}`).first()).toBeVisible();
      const feed = await shopper.evaluate(async () => (await fetch('/feeds/en.xml')).text());
      expect(feed).toContain(`>${price} HKD<`);
    };
    await says('51.00');
    await shopper.getByRole('checkbox', { name: t('detail:compatibility.label') }).check();
    await shopper.getByRole('button', { name: t('detail:addToCart') }).click();
    await expect(shopper.getByRole('link', { name: /1/ }).first()).toBeVisible();
    const checkout = {
      page: await elsewhere(browser, 'en'),
      lang: 'en',
      t,
      scripts: true,
    } as const;
    await openBuyNow(checkout, PLAN, SHOP);
    await hydrated(checkout.page);
    await fillContact(checkout, newEmail());

    await enterStudio(page, 'merchandiser', 'Mei', 'en', t);
    await openByNavigation(page, t('studio-catalogue:nav'));
    await page.getByLabel(t('studio-catalogue:list.site')).selectOption(SITE);
    await page.getByLabel(t('studio-catalogue:list.search')).fill('Japan 3GB');
    await page.keyboard.press('Enter');
    await expect(page.getByText(t('studio-catalogue:list.found', { count: 1 }))).toBeVisible();
    await checkPage(page, t('studio-catalogue:list.title'));
    await page.locator(`a[href*="/catalogue/${PLAN}"]`).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

    // By keyboard: the price, its moment, what it touches, and then it is scheduled.
    monitor.allow(422);
    await page.getByLabel(t('studio-catalogue:price.new', { currency: 'HKD' })).fill('0.50');
    await page.keyboard.press('Enter');
    await expect(
      page.getByText(t('errors:price_too_small', { min: 'HK$4.00' })).first(),
    ).toBeVisible();
    await page.getByLabel(t('studio-catalogue:price.new', { currency: 'HKD' })).fill('45.90');
    await page.getByLabel(t('studio-catalogue:price.at')).fill(soon());
    await page.getByLabel(t('studio-catalogue:price.new', { currency: 'HKD' })).press('Enter');
    const preview = page.getByRole('group', { name: t('studio-catalogue:preview.title') });
    await expect(preview).toContainText('HK$51.00');
    await expect(preview).toContainText('-10%');
    // Other journeys have carts of this site, too.
    await expect(preview).toContainText(/[1-9]\d* open carts? will show the new price/);
    await preview.getByText(t('studio-catalogue:reach.kinds.destination')).click();
    await expect(preview.getByText('/en/travel-card/destination/jp')).toBeVisible();
    await page.getByRole('button', { name: t('studio-catalogue:price.schedule') }).click();
    await expect(
      page.getByRole('button', { name: t('studio-catalogue:waiting.withdraw') }).first(),
    ).toBeVisible();
    await says('51.00');
    await checkPage(page, 'Japan 3GB 7 days');

    await expect(() => says('45.90')).toPass({ timeout: 110_000, intervals: [2000] });
    await shopper.goto(`${SHOP}/en/cart`);
    await expect(shopper.getByText('HK$45.90').first()).toBeVisible();
    monitor.allow(409);
    await placeButton(checkout, 'HK$51.00').click();
    await expect(checkout.page.getByText(t('errors:price_changed')).first()).toBeVisible();
    await expect(placeButton(checkout, 'HK$45.90')).toBeVisible();
    await page.reload();
    await expect(
      page.getByText(t('studio-catalogue:past.changed', { from: 'HK$51.00', to: 'HK$45.90' })),
    ).toBeVisible();
  });
});

test.describe(() => {
  test.use({ lang: 'zh' });

  test('two merchandisers and one price, and prices as a file', async ({
    browser,
    page,
    t,
    monitor,
  }) => {
    for (const status of [401, 409, 422]) monitor.allow(status);
    const PLAN = 'kr-1d-5';
    const OTHER = 'hk,jp-10g-15,';
    const open = async (who: Page) => {
      await who.goto(`/studio/catalogue/${PLAN}?site=${SITE}`);
      await expect(who.getByRole('heading', { level: 1 })).toBeVisible();
    };
    const wants = async (who: Page, price: string) => {
      await who.getByLabel(t('studio-catalogue:price.new', { currency: 'HKD' })).fill(price);
      await who.keyboard.press('Enter');
      await expect(
        who.getByRole('group', { name: t('studio-catalogue:preview.title') }),
      ).toBeVisible();
    };
    const change = (who: Page) =>
      who.getByRole('button', { name: t('studio-catalogue:price.change') }).click();
    const bo = await enterStudio(await elsewhere(browser, 'zh'), 'merchandiser', 'Bo', 'zh', t);
    await enterStudio(page, 'merchandiser', 'Mei', 'zh', t);
    await open(page);
    await open(bo);
    await wants(bo, '30');
    await bo.getByLabel(t('studio-catalogue:preview.confirm', { percent: '-61%' })).check();
    await wants(page, '70');
    await change(page);
    await expect(
      page.getByText(t('studio-catalogue:price.set', { price: 'HK$70.00' })),
    ).toBeVisible();
    await change(bo);
    await expect(
      bo.getByText(t('errors:price_overtaken_price', { author: 'Mei', price: 'HK$70.00' })).first(),
    ).toBeVisible();
    await expect(bo.getByLabel(t('studio-catalogue:price.new', { currency: 'HKD' }))).toHaveValue(
      '30',
    );
    await wants(bo, '72');
    await change(bo);
    await expect(
      bo.getByText(t('studio-catalogue:price.set', { price: 'HK$72.00' })),
    ).toBeVisible();
    await bo.context().close();

    // What the plan says: a mistake is named beside its field and nothing is lost, then the shop says it.
    await page.reload();
    const name = page.getByLabel(
      t('studio-catalogue:details.name', { language: t('studio-catalogue:details.languages.zh') }),
    );
    await name.fill('韩国,五天');
    const save = page.getByRole('button', {
      name: t('studio-catalogue:details.save'),
      exact: true,
    });
    await save.click();
    await expect(page.getByText(t('errors:details_rule_zh'))).toBeVisible();
    await expect(name).toHaveValue('韩国,五天');
    await name.fill('韩国五天');
    await save.click();
    await expect(page.getByText(t('studio-catalogue:details.saved'))).toBeVisible();
    await expect(page.getByText(/^韩国五天/).last()).toBeVisible();
    await expect(page.getByText(/^hk\.localhost(:\d+)? › zh › /)).toBeVisible();
    const shopper = await elsewhere(browser, 'zh');
    await expect(async () => {
      await shopper.goto(`${SHOP}/zh/travel-card/asia/${PLAN}`);
      await expect(shopper.getByRole('heading', { level: 1, name: '韩国五天' })).toBeVisible({
        timeout: 500,
      });
    }).toPass({ timeout: 15_000 });
    await shopper.context().close();

    await test.step('what another tab has saved is not overwritten', async () => {
      const [en, PLACE] = [texts('en'), '4321'];
      const order = (who: Page) => who.getByLabel(/^(列表排序|Order in lists)$/);
      const other = await page.context().newPage();
      await open(other);
      await order(other).fill(PLACE);
      await other
        .getByRole('button', { name: t('studio-catalogue:details.save'), exact: true })
        .click();
      await expect(other.getByText(t('studio-catalogue:details.saved'))).toBeVisible();
      // The page reads the plan again, which does not make its form newer.
      await name.fill('韩国五日');
      await page.getByRole('button', { name: t('studio:otherLanguage') }).click();
      const saveDetails = page.getByRole('button', {
        name: en('studio-catalogue:details.save'),
        exact: true,
      });
      await saveDetails.click();
      const overtaken = page.getByText(en('errors:price_overtaken_details', { author: 'Mei' }));
      await expect(overtaken).toBeVisible();
      await saveDetails.click();
      await expect(overtaken).toBeVisible();
      const diff = page.getByRole('group', { name: en('studio-texts:changes.label') });
      await expect(diff.locator('del')).toContainText([PLACE]);
      await expect(diff.locator('ins').last()).not.toContainText(PLACE);
      await page.getByRole('button', { name: en('studio:conflict.theirs') }).click();
      await expect(order(page)).toHaveValue(PLACE);
      await expect(diff.locator('ins').first()).toHaveText('日');
      // The other form has not seen it either. But two forms of one page are no conflict with each other.
      await page.getByLabel(en('studio-catalogue:facts.refund')).fill('9');
      await page.getByRole('button', { name: en('studio-catalogue:facts.save') }).click();
      await page.getByRole('button', { name: en('studio:conflict.mine') }).click();
      await expect(page.getByText(en('studio-catalogue:facts.saved'))).toBeVisible();
      await order(page).fill('4322');
      await saveDetails.click();
      const details = page.locator('form').filter({ has: saveDetails });
      await expect(details.getByText(en('studio-catalogue:details.saved'))).toBeVisible();
      await other.reload();
      await expect(order(other)).toHaveValue('4322');
      await page.getByRole('button', { name: en('studio:otherLanguage') }).click();
    });

    await page.goto('/studio/catalogue/file');
    await checkPage(page, t('studio-catalogue:file.title'));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator(`a[href*="prices/file?site=${SITE}"]`).click(),
    ]);
    const file = await readFile(await download.path(), 'utf8');
    const row = file.split('\r\n').find((one) => one.startsWith(OTHER))!;
    const upload = async (price: string) =>
      page.getByLabel(t('studio-catalogue:file.choose')).setInputFiles({
        name: 'prices.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(file.replace(row, row.replace(/,,,,$/, `,${price},,,日本 10GB 半月`))),
      });
    await upload('1');
    await expect(page.getByText(t('errors:price_too_small', { min: 'HK$4.00' }))).toBeVisible();
    await upload('118');
    await expect(
      page.getByText(/日本 10GB .* → 日本 10GB 半月 · HK\$124\.00 → HK\$118\.00/),
    ).toBeVisible();
    await page.getByRole('button', { name: t('studio-catalogue:file.save', { count: 1 }) }).click();
    await expect(page.getByText(t('studio-catalogue:file.done', { count: 1 }))).toBeVisible();
    await page.goto(`/studio/catalogue?site=${SITE}&state=decided`);
    await expect(page.getByText('HK$118.00')).toBeVisible();
  });
});

test.describe(() => {
  test.use({ lang: 'en' });

  test('a promo code is made, changed by two merchandisers and ended', async ({
    browser,
    page,
    t,
    monitor,
  }) => {
    for (const status of [401, 409, 422]) monitor.allow(status);
    const CODE = `E2E-${Date.now()}`;
    const zh: Texts = texts('zh');
    await enterStudio(page, 'merchandiser', 'Mei', 'en', t);
    await openByNavigation(page, t('studio-promos:nav'));
    await checkPage(page, t('studio-promos:list.title'));
    await page.getByRole('link', { name: t('studio-promos:new.title') }).click();
    await page.getByLabel(t('studio-promos:form.code')).fill(CODE.toLowerCase());
    const hongKong = page.getByRole('checkbox').nth(1);
    await hongKong.check();
    const percent = page.getByLabel(t('studio-promos:form.percent'));
    await percent.fill('101');
    await percent.press('Enter');
    await expect(page.getByText(t('errors:promo_percent'))).toBeVisible();
    await checkPage(page, t('studio-promos:new.title'));
    await percent.fill('100');
    await percent.press('Enter');
    await expect(page.getByText(/an order of HK\$[\d.]+ costs nothing/)).toBeVisible();
    await percent.fill('10');
    await page.getByLabel(t('studio-promos:form.confirm')).check();
    await page.getByRole('button', { name: t('studio-promos:new.save') }).click();
    await expect(page.getByRole('heading', { level: 1, name: CODE })).toBeFocused();

    // In Chinese on a tablet somebody else is there, too, and comes second.
    const bo = await elsewhere(browser, 'zh');
    await bo.setViewportSize({ width: 768, height: 1000 });
    await enterStudio(bo, 'merchandiser', 'Bo', 'zh', zh);
    await bo.goto(`/studio/promos/${CODE}?site=${SITE}`);
    const typed = bo.getByLabel(zh('studio-promos:form.percent'));
    await typed.fill('20');
    await percent.fill('12');
    await page.getByRole('button', { name: t('studio-promos:change.save') }).click();
    await expect(page.getByText(t('studio-promos:change.saved'))).toBeVisible();
    await bo.getByRole('button', { name: zh('studio-promos:change.save') }).click();
    await expect(bo.getByText(zh('errors:promo_overtaken', { author: 'Mei' }))).toBeVisible();
    await expect(bo.getByText(zh('studio-promos:facts.off', { off: '12%' }))).toBeVisible();
    await expect(typed).toHaveValue('20');
    await bo.getByRole('button', { name: zh('studio-promos:change.save') }).click();
    await expect(bo.getByText(zh('errors:promo_overtaken', { author: 'Mei' }))).toBeVisible();
    await expect(bo.getByText(zh('studio-promos:facts.off', { off: '12%' }))).toBeVisible();
    await checkPage(bo, CODE);
    await bo.getByRole('button', { name: zh('studio-promos:code.end') }).click();
    await bo
      .getByRole('dialog')
      .getByRole('button', { name: zh('studio-promos:code.end') })
      .click();
    await expect(bo.getByText(zh('studio-promos:code.ended'))).toBeVisible();
    // The form shows what there is now, so that saving it does not start the code again.
    await expect(typed).toHaveValue('12');
    await expect(bo.getByLabel(zh('studio-promos:form.ends'))).not.toHaveValue('');
    await bo.getByLabel(zh('studio-promos:form.maxUses')).fill('5');
    await bo.getByRole('button', { name: zh('studio-promos:change.save') }).click();
    await expect(bo.getByText(zh('studio-promos:change.saved'))).toBeVisible();
    const ended = new RegExp(`：${zh('studio-promos:state.ended')}$`);
    await expect(bo.getByRole('heading', { name: ended })).toBeVisible();
    await bo.context().close();
  });
});

test.describe(() => {
  test.use({ lang: 'zh' });

  test('the shipping table of a site is changed', async ({ page, t, monitor }) => {
    for (const status of [401, 409, 422]) monitor.allow(status);
    await enterStudio(page, 'merchandiser', 'Mei', 'zh', t);
    await openByNavigation(page, t('studio-shipping:nav'));
    await page.getByRole('navigation').getByRole('link').nth(-1).click();
    await checkPage(page, t('studio-shipping:title'));
    await page.setViewportSize({ width: 768, height: 1000 });
    const amountOn = (who: Page) =>
      who.getByRole('group', { name: 'express' }).first().getByRole('textbox').nth(3);
    const saveOn = async (who: Page, typed: string) => {
      await amountOn(who).fill(typed);
      await who.getByRole('button', { name: t('studio-shipping:save'), exact: true }).click();
    };
    const amount = amountOn(page);
    await amount.fill('4.905');
    await amount.press('Enter');
    await expect(
      page.getByText(t('errors:price_not_in_unit', { unit: '0.01', currency: 'GBP' })),
    ).toBeVisible();
    await expect(amount).toBeFocused();
    await amount.fill('5.20');
    await page.getByRole('button', { name: t('studio-shipping:save'), exact: true }).click();
    await expect(page.getByText(t('studio-shipping:saved'))).toBeVisible();
    await page.reload();
    await expect(amount).toHaveValue('5.20');

    // Another tab is faster: pressing the button once more does not overwrite what it saved, choosing to does.
    const other = await page.context().newPage();
    await other.goto(page.url());
    await saveOn(other, '5.30');
    await expect(other.getByText(t('studio-shipping:saved'))).toBeVisible();
    const overtaken = page.getByText(t('errors:shipping_overtaken', { author: 'Mei' }));
    for (const typed of ['5.40', '5.50']) {
      await saveOn(page, typed);
      await expect(overtaken).toBeVisible();
      await other.reload();
      await expect(amountOn(other)).toHaveValue('5.30');
    }
    const diff = page.getByRole('group', { name: t('studio-texts:changes.label') });
    await expect(diff.locator('del')).toHaveText(['30']);
    await expect(diff.locator('ins')).toHaveText(['50']);
    await checkPage(page, t('studio-shipping:title'));
    await page.getByRole('button', { name: t('studio:conflict.mine') }).click();
    await expect(page.getByText(t('studio-shipping:saved'))).toBeVisible();
    await other.reload();
    await expect(amountOn(other)).toHaveValue('5.50');

    // The page cannot be read again after a save: it stays, says so, and can be read later.
    await page.route('**/studio/api/shipping?*', (route) => route.abort());
    await saveOn(page, '5.60');
    const stale = page.getByText(t('studio:stale.title'));
    await expect(stale).toBeVisible();
    await expect(page.getByText(t('studio-shipping:saved'))).toBeVisible();
    await expect(amount).toHaveValue('5.60');
    await checkPage(page, t('studio-shipping:title'));
    await page.unroute('**/studio/api/shipping?*');
    await page.getByRole('button', { name: t('studio:stale.again') }).click();
    await expect(stale).toBeHidden();
    await expect(amount).toHaveValue('5.60');
  });
});
