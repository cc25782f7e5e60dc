import {
  fillContact,
  newEmail,
  orderNoOf,
  placeButton,
  reloadUntil,
  type Shopper,
} from './purchase';
import { SCREENS, expect, hydrated, test, type Lang, type Screen } from './test';
import { fixedPart } from './texts';

type Case = {
  lang: Lang;
  screen: Screen;
  scripts: boolean;
  way: 'addToCart' | 'buyNow';
  /** The last digits of a number with a fee, which only one of these journeys picks. */
  digits: string;
  total: string;
};

// 32.90 for the first month and 26.00 deposit, and the number's fee.
const CASES: Case[] = [
  {
    lang: 'en',
    screen: 'desktop',
    scripts: true,
    way: 'addToCart',
    digits: '8888',
    total: '$158.90',
  },
  { lang: 'zh', screen: 'phone', scripts: false, way: 'buyNow', digits: '6666', total: '$138.90' },
];

for (const { lang, screen, scripts, way, digits, total } of CASES) {
  test.describe(() => {
    test.use({ ...SCREENS[screen], lang, javaScriptEnabled: scripts });

    test(`picks a number: ${lang}, ${screen}, ${scripts ? 'with' : 'without'} scripts`, async ({
      page,
      browser,
      t,
      monitor,
    }) => {
      const shopper: Shopper = { page, lang, t, scripts };
      const number = `+8525551${digits}`;
      const plan = `/${lang}/travel-card/monthly/m-hk-100g`;

      await test.step('looks for a number', async () => {
        await page.goto(plan);
        if (screen === 'desktop') {
          // All that has to be chosen, and what it costs, in a window of 900 px.
          for (const seen of [
            page.getByText(t('detail:due.then')),
            page.getByRole('spinbutton', { name: t('common:quantity.label') }),
            page.getByRole('checkbox', { name: t('detail:compatibility.label') }),
            page.getByRole('button', { name: t('detail:buyNow') }),
          ])
            await expect(seen).toBeInViewport({ ratio: 1 });
        }
        await page.locator('summary', { hasText: t('detail:number.pick') }).click();
        await expect(page.getByText(t('detail:number.special'))).toBeVisible();
        await expect(
          page.getByRole('radio', { name: t('detail:number.fee', { fee: '$' }) }),
        ).not.toHaveCount(0);
        const first = await page.getByRole('radio', { name: '+852' }).first().inputValue();
        await page.getByRole('button', { name: t('detail:number.more') }).click();
        await page.waitForURL(`**${plan}?number=&numbers=2`);
        await expect(page.getByRole('radio', { name: '+852' }).first()).toBeVisible();
        await expect(page.locator(`[name="numberId"][value="${first}"]`)).toHaveCount(0);
        await page.getByRole('searchbox', { name: t('detail:number.search') }).fill(digits);
        await page.getByRole('button', { name: t('detail:number.find') }).click();
        await page.waitForURL(`**${plan}?number=${digits}`);
      });
      await test.step('picks it', async () => {
        await page.getByRole('radio', { name: number }).check();
        if (scripts) await hydrated(page);
        const due = page.locator('#buy dl');
        if (scripts) await expect(due).toContainText(total);
        await page.getByRole('checkbox', { name: t('detail:compatibility.label') }).check();
        await page.getByRole('button', { name: t(`detail:${way}`) }).click();
      });
      if (way === 'addToCart') {
        await test.step('sees it kept in the cart', async () => {
          await page.waitForURL(`**/${lang}/cart`);
          await expect(page.getByText(t('cart:number', { number }))).toBeVisible();
          await expect(page.getByText(t('cart:heldUntil', { time: '' }).trim())).toBeVisible();
          await page.getByRole('button', { name: t('cart:checkout') }).click();
        });
      }
      await test.step('orders', async () => {
        await page.waitForURL(`**/${lang}/order`);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('checkout:titlePlans'));
        await expect(page.getByText(t('plan:numberIs', { number }))).toBeVisible();
        await fillContact(shopper, newEmail());
        await placeButton(shopper, total).click();
      });
      const orderNo = await orderNoOf(shopper);
      await test.step('sees it on the order', async () => {
        await page.goto(`/${lang}/my-order/${orderNo}`);
        await expect(page.getByText(t('plan:numberIs', { number })).first()).toBeVisible();
      });
      const other = await browser.newPage({ javaScriptEnabled: false });
      await test.step('nobody else can have it', async () => {
        await other.goto(`${new URL(page.url()).origin}${plan}?number=${digits}`);
        await expect(other.getByText(t('detail:number.none'))).toBeVisible();
      });
      await test.step('cancels: it is there for others again, as for the next run of this test', async () => {
        await page.locator('summary', { hasText: t('order:cancel.title') }).click();
        await page.getByLabel(t('order:cancel.confirm')).check();
        await page.getByRole('button', { name: t('order:cancel.action') }).click();
        await reloadUntil(other, () =>
          expect(other.getByRole('radio', { name: number })).toBeVisible({ timeout: 500 }),
        );
      });
      await other.close();
      expect(monitor.problems).toEqual([]);
    });
  });
}

for (const scripts of [true, false]) {
  test.describe(() => {
    const lang: Lang = scripts ? 'zh' : 'en';
    test.use({ ...SCREENS.desktop, lang, javaScriptEnabled: scripts });

    test(`keeps an own number: ${lang}, ${scripts ? 'with' : 'without'} scripts`, async ({
      page,
      t,
      monitor,
    }) => {
      const shopper: Shopper = { page, lang, t, scripts };
      const buy = page.getByRole('button', { name: t('detail:buyNow') });
      await page.goto(`/${lang}/travel-card/monthly/m-gb-student`);
      const phone = page.getByLabel(t('detail:number.ownPhone'));
      await expect(phone).toBeHidden();
      await page.getByRole('radio', { name: t('detail:number.own') }).check();
      await page.getByRole('checkbox', { name: t('detail:compatibility.label') }).check();
      await phone.fill('5550');
      monitor.allow(422);
      await buy.click();
      await expect(page.locator('#field-transferPhone-error')).toContainText(
        fixedPart(t, 'errors:transfer_phone_invalid', 'example'),
      );
      await phone.fill('+44 7700 900123');
      await buy.click();
      await page.waitForURL(`**/${lang}/order`);
      await fillContact(shopper, newEmail());
      await placeButton(shopper, '$15.90').click();
      const orderNo = await orderNoOf(shopper);
      await page.goto(`/${lang}/my-order/${orderNo}`);
      const kept = page.getByText(t('plan:transferIs', { number: '+447700900123' }));
      await expect(kept.first()).toBeVisible();
    });
  });
}
