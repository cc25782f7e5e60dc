import { waitForMail } from './outbox';
import {
  CARD,
  fillContact,
  newEmail,
  openCardForm,
  orderNoOf,
  expectPaid,
  payWith,
  placeButton,
  reloadUntil,
  type Shopper,
} from './purchase';
import { SCREENS, expect, test, type Lang } from './test';
import { mailSubject } from './texts';

const PLAN = { en: 'USA 3GB/day 10 days', zh: '美国 每日3GB 10天' };
const PRICE = '$36.90';
const DAY = 24 * 60 * 60 * 1000;

// Days far enough from today to be the same whichever clock is asked.
const day = (after: number) => new Date(Date.now() + after * DAY).toISOString().slice(0, 10);
const written = (date: string, lang: Lang) => {
  const [year, month, dayOfMonth] = date.split('-').map(Number);
  const name = new Date(date).toLocaleDateString('en-US', { month: 'short', timeZone: 'UTC' });
  return lang === 'zh' ? `${year}年${month}月${dayOfMonth}日` : `${dayOfMonth} ${name} ${year}`;
};

// A plan that begins on a day of the shopper's choice: the day is asked for, changed in the cart, and stands wherever the plan does.
for (const { lang, scripts } of [
  { lang: 'zh', scripts: true },
  { lang: 'en', scripts: false },
] as const) {
  test.describe(() => {
    test.use({ ...SCREENS[scripts ? 'phone' : 'desktop'], lang, javaScriptEnabled: scripts });

    test(`buys a plan for a day: ${lang}, ${scripts ? 'with' : 'without'} scripts`, async ({
      page,
      request,
      t,
      monitor,
    }) => {
      const shopper: Shopper = { page, lang, t, scripts };
      const email = newEmail();
      const [first, second] = [day(20), day(40)];

      await test.step('is asked for the day', async () => {
        await page.goto(`/${lang}/travel-card/americas/us-u3-10`);
        await page.getByRole('checkbox', { name: t('detail:compatibility.label') }).check();
        monitor.allow(422);
        const add = page.getByRole('button', { name: t('detail:addToCart') });
        await add.click();
        const field = page.locator('#field-startDate-error');
        await expect(field).toHaveText(t('errors:start_date_required'));
        await expect(page.getByLabel(t('plan:startDate'))).toBeFocused();
        await page.getByLabel(t('plan:startDate')).fill(day(-20));
        await add.click();
        await expect(field).toHaveText(t('errors:start_date_past'));
        await expect(page.getByLabel(t('plan:startDate'))).toHaveValue(day(-20));
        await page.getByLabel(t('plan:startDate')).fill(first);
        await add.click();
      });
      await test.step('changes it in the cart', async () => {
        await page.waitForURL(`**/${lang}/cart`);
        const chosen = page.getByLabel(t('cart:startDate'), { exact: true });
        await expect(chosen).toHaveValue(first);
        await chosen.fill(second);
        const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
        await page
          .getByRole('button', { name: t('cart:updateDate', { name: PLAN[lang] }) })
          .click();
        await answered;
        await page.goto(`/${lang}/cart`);
        await expect(chosen).toHaveValue(second);
        await page.getByRole('button', { name: t('cart:checkout') }).click();
      });
      const begins = t('plan:startIs', { date: written(second, lang) });
      const orderNo = await test.step('orders and pays', async () => {
        await page.waitForURL(`**/${lang}/order`);
        await expect(page.getByRole('listitem').filter({ hasText: PLAN[lang] })).toContainText(
          begins,
        );
        await fillContact(shopper, email);
        await placeButton(shopper, PRICE).click();
        const number = await orderNoOf(shopper);
        await openCardForm(shopper);
        await payWith(shopper, CARD.accepted, PRICE);
        await expectPaid(shopper);
        return number;
      });
      await test.step('finds it in the order, on the install page and in the mail', async () => {
        await page.goto(`/${lang}/my-order/${orderNo}`);
        await expect(page.getByText(begins).first()).toBeVisible();
        await page.goto(`/${lang}/my-order/${orderNo}/install`);
        const fact = page.getByText(
          t('order:install.starts', { date: written(second, lang), zone: 'UTC+8' }),
        );
        await reloadUntil(page, () => expect(fact.first()).toBeVisible({ timeout: 1000 }));
        const sent = await waitForMail(request, email, mailSubject(lang, 'order_paid', orderNo));
        expect(sent.text).toContain(begins);
      });
    });
  });
}

// "Buy now" on one day, the order on the next: the checkout asks for another day, and keeps what was typed.
for (const { lang, scripts } of [
  { lang: 'zh', scripts: false },
  { lang: 'en', scripts: true },
] as const) {
  test.describe(() => {
    test.use({ ...SCREENS[scripts ? 'phone' : 'desktop'], lang, javaScriptEnabled: scripts });

    test(`asks for another day at the checkout: ${lang}, ${scripts ? 'with' : 'without'} scripts`, async ({
      page,
      t,
      monitor,
    }) => {
      const shopper: Shopper = { page, lang, t, scripts };
      const email = newEmail();
      const hidden = page.locator('input[type=hidden][name=startDate]');
      const field = page.getByLabel(t('plan:startDate'));
      await test.step('buys it now, for a day', async () => {
        await page.goto(`/${lang}/travel-card/americas/us-u3-10`);
        await page.getByRole('checkbox', { name: t('detail:compatibility.label') }).check();
        await field.fill(day(20));
        await page.getByRole('button', { name: t('detail:buyNow') }).click();
        await page.waitForURL(`**/${lang}/order?*`);
        await expect(hidden).toHaveValue(day(20));
        await expect(
          page.getByText(t('plan:startIs', { date: written(day(20), lang) })),
        ).toBeVisible();
      });
      await test.step('sends the order when the day is over', async () => {
        await page.goto(page.url().replace(day(20), day(-2)));
        await expect(page.locator('#field-startDate-error')).toHaveText(
          t('errors:start_date_past'),
        );
        await expect(field).toBeFocused();
        monitor.allow(422);
        await fillContact(shopper, email);
        await field.fill(day(-1));
        await placeButton(shopper, PRICE).click();
        await expect(page.getByRole('alert')).toContainText(t('errors:start_date_past'));
        await expect(page.getByLabel(t('checkout:contact.email'), { exact: true })).toHaveValue(
          email,
        );
      });
      await test.step('chooses another one', async () => {
        await field.fill(day(40));
        await placeButton(shopper, PRICE).click();
        const orderNo = await orderNoOf(shopper);
        await page.goto(`/${lang}/my-order/${orderNo}`);
        await expect(
          page.getByText(t('plan:startIs', { date: written(day(40), lang) })).first(),
        ).toBeVisible();
      });
    });
  });
}
