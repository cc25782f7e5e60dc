import {
  newEmail,
  openBuyNow,
  orderNoOf,
  fillContact,
  placeButton,
  reloadUntil,
  type Shopper,
} from './purchase';
import { scan } from './qr';
import { gatewayOf, placeOrder } from './orders';
import { SCREENS, expect, hydrated, test, variants } from './test';
import { providerTexts } from './texts';

const CASES = [
  { lang: 'en', method: 'wechat_pay', scripts: true },
  { lang: 'zh', method: 'alipay', scripts: false },
] as const;

// A code on the screen, the answer on the phone: refused at first, then a new code, which is paid.
for (const { lang, method, scripts } of CASES) {
  test.describe(() => {
    test.use({ lang, javaScriptEnabled: scripts });

    test(`pays by scanning: ${lang}, ${method}, ${scripts ? 'with' : 'without'} scripts`, async ({
      page,
      browser,
      t,
    }) => {
      const shopper: Shopper = { page, lang, t, scripts };
      await openBuyNow(shopper);
      await fillContact(shopper, newEmail());
      await page.locator(`input[name="paymentMethod"][value="${method}"]`).check();
      await placeButton(shopper, '$6.50').click();
      await orderNoOf(shopper);
      const code = page.getByRole('img', {
        name: t('payment:scan.alt', { app: t(`payment:method.${method}`) }),
      });
      const ask = async () => {
        if (scripts) await hydrated(page);
        else await page.getByRole('button', { name: t('payment:scan.show') }).click();
        await expect(code).toBeVisible({ timeout: 15_000 });
      };
      const phone = await browser.newPage({ locale: lang === 'zh' ? 'zh-CN' : 'en-US' });
      const answer = async (outcome: 'approve' | 'decline') => {
        await phone.goto((await scan(browser, await code.screenshot()))!);
        await phone
          .getByRole('button', { name: providerTexts(lang)[outcome]!, exact: true })
          .click();
      };

      await test.step('the phone says no', async () => {
        await ask();
        if (scripts) await expect(page.getByRole('timer').last()).toBeVisible();
        await answer('decline');
        const title = page.getByText(t('payment:failed'), { exact: true });
        await (scripts
          ? expect(title).toBeVisible({ timeout: 20_000 })
          : reloadUntil(page, () => expect(title).toBeVisible({ timeout: 500 })));
      });
      await test.step('a new code is paid', async () => {
        await expect(code).toBeHidden();
        await page.getByRole('button', { name: t('payment:scan.show') }).click();
        await expect(page.getByText(t('payment:failed'), { exact: true })).toBeHidden();
        await expect(code).toBeVisible({ timeout: 15_000 });
        await answer('approve');
        await expect(phone.getByText(providerTexts(lang).paid_title!)).toBeVisible();
        const done = page.getByText(t('payment:state.success.title'), { exact: true });
        await (scripts
          ? expect(done).toBeVisible({ timeout: 20_000 })
          : reloadUntil(page, () => expect(done).toBeVisible({ timeout: 500 })));
      });
      await phone.close();
    });
  });
}
// A code that nobody scans runs out by itself; the browser's clock is put forward instead of waited for.
test.describe(() => {
  test.use({ lang: 'zh' });

  test('a code runs out', async ({ page, lang, t }) => {
    const shopper: Shopper = { page, lang, t, scripts: true };
    await openBuyNow(shopper);
    await fillContact(shopper, newEmail());
    await page.locator('input[name="paymentMethod"][value="wechat_pay"]').check();
    await placeButton(shopper, '$6.50').click();
    await orderNoOf(shopper);
    const app = t('payment:method.wechat_pay');
    const code = page.getByRole('img', { name: t('payment:scan.alt', { app }) });
    const over = page.getByText(t('payment:scan.over'));
    await expect(code).toBeVisible({ timeout: 15_000 });
    await expect(over).toBeHidden();
    await page.clock.setSystemTime(Date.now() + 11 * 60 * 1000);
    await expect(over).toBeVisible();
    await expect(code).toBeHidden();
    await expect(page.getByRole('button', { name: t('payment:scan.renew') })).toBeEnabled();
  });
});

// The phone that shows the page has the wallet on it, and cannot scan its own screen.
for (const [lang, scripts] of variants('en')) {
  test.describe(() => {
    test.use({ ...SCREENS.phone, lang, javaScriptEnabled: scripts });

    test(`pays on the phone itself: ${lang}, ${scripts ? 'with' : 'without'} scripts`, async ({
      page,
      t,
    }) => {
      const show = async (paymentMethod: 'alipay' | 'wechat_pay') => {
        const order = await placeOrder(gatewayOf({ page, lang }), { paymentMethod });
        await page.goto(`/${lang}/payment/${order.orderNo}`);
        if (!scripts) await page.getByRole('button', { name: t('payment:scan.show') }).click();
      };
      await test.step('a code that can only be scanned is saved for the album', async () => {
        await show('wechat_pay');
        const app = t('payment:method.wechat_pay');
        await expect(page.getByText(t('payment:scan.album', { app }))).toBeVisible();
        const saved = page.waitForEvent('download');
        await page.getByRole('link', { name: t('payment:scan.save') }).click();
        expect((await saved).suggestedFilename()).toMatch(/\.png$/);
      });
      await test.step('the wallet is opened and leads back', async () => {
        await show('alipay');
        const app = t('payment:method.alipay');
        await page.getByRole('link', { name: t('payment:scan.open', { app }) }).click();
        const { approve, back } = providerTexts(lang);
        await page.getByRole('button', { name: approve!, exact: true }).click();
        await page.getByRole('link', { name: back! }).click();
        await expect(
          page.getByText(t('payment:state.success.title'), { exact: true }),
        ).toBeVisible();
      });
    });
  });
}
