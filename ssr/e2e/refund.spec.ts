import { openPage } from './account';
import { cachedPages } from './cacheStorage';
import { runOps } from './cli';
import { buyEsim, buyMixed, gatewayOf } from './orders';
import { waitForMail } from './outbox';
import { reloadUntil, type Shopper } from './purchase';
import { LANGS, SCREENS, expect, test, variants } from './test';
import { fixedPart } from './texts';

// An eSIM that has been delivered is asked back: a reason is needed, staff decide, and the receipt can be kept.
for (const lang of LANGS) {
  test.describe(() => {
    const scripts = lang === 'en';
    const screen = scripts ? SCREENS.desktop : SCREENS.phone;
    test.use({ ...screen, lang, javaScriptEnabled: scripts });

    test(`asks for a refund: ${lang}, ${scripts ? 'with' : 'without'} scripts`, async ({
      page,
      request,
      t,
      monitor,
    }) => {
      const shopper: Shopper = { page, lang, t, scripts };
      const gateway = gatewayOf(shopper);
      const { orderNo, email } = await buyEsim(gateway);
      const kit = `/${lang}/my-order/${orderNo}/install`;
      if (scripts) {
        await page.goto(kit);
        await expect(page.getByText(t('offline:notice'))).toBeVisible();
        expect(await cachedPages(page)).toEqual([kit]);
      }
      await openPage(shopper, `my-order/${orderNo}`);

      await test.step('keeps the receipt', async () => {
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('link', { name: t('order:receipt.download') }).click(),
        ]);
        expect(file.suggestedFilename()).toBe(`receipt-${orderNo}-${lang}.html`);
      });
      const form = page
        .getByRole('group')
        .filter({ hasText: t('order:refund.title') })
        .last();
      await test.step('sees the amount and who decides', async () => {
        await page.getByText(t('order:refund.title'), { exact: true }).click();
        await expect(form.getByText(t('server:refund.review'))).toBeVisible();
        await expect(form.getByText('$6.50').first()).toBeVisible();
      });
      await test.step('has to say why', async () => {
        monitor.allow(422);
        await page.getByRole('button', { name: t('order:refund.action') }).click();
        const complaint = page.locator('#field-reason-error');
        await expect(complaint).toHaveText(t('errors:reason_required'));
      });
      await test.step('asks', async () => {
        const reason = page.getByLabel(t('order:refund.reason'));
        await reason.selectOption('NO_COVERAGE');
        await page.getByRole('button', { name: t('order:refund.action') }).click();
        const title = page.getByText(t('order:next.refundAsked.title'), { exact: true });
        await expect(title).toBeVisible();
        const list = page.getByRole('region', { name: t('order:refunds.title') });
        await expect(list).toContainText(t('order:refunds.review'));
      });
      await waitForMail(
        request,
        email,
        { en: `Your refund request for order ${orderNo}`, zh: `订单 ${orderNo} 的退款申请` }[lang],
      );
      await test.step('refunded: the install page says so, and no copy of it is left', async () => {
        const { refunds } = await gateway.get<{ refunds: { refundId: string }[] }>(
          '/gw/cq-ordercharge/order/detail',
          { orderNo },
        );
        await runOps('refund', 'approve', refunds[0]!.refundId, '--reason', 'never installed');
        await page.goto(kit);
        await reloadUntil(page, () =>
          expect(page.getByText(t('errors:install_refunded'))).toBeVisible({ timeout: 500 }),
        );
        if (scripts) await expect.poll(() => cachedPages(page)).toEqual([]);
        await expect(page.getByText(t('offline:notice'))).toHaveCount(0);
        await page.getByRole('link', { name: t('order:install.back') }).click();
        await page.waitForURL(`**/my-order/${orderNo}`);
      });
    });
  });
}

// The only card of a mixed order goes back before it was sent: with its freight, and nobody promises a parcel any more.
for (const [lang, scripts] of variants('zh')) {
  test.describe(() => {
    test.use({ ...SCREENS.phone, lang, javaScriptEnabled: scripts });

    test(`gives a card back with its freight: ${lang}, ${scripts ? 'with' : 'without'} scripts`, async ({
      page,
      t,
    }) => {
      const shopper: Shopper = { page, lang, t, scripts };
      const { orderNo, price, freight } = await buyMixed(gatewayOf(shopper));
      expect(freight).toBeGreaterThan(0);
      const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
      await openPage(shopper, `my-order/${orderNo}`);
      const promised = fixedPart(t, 'order:shipping.arrives', 'from', 'by');
      const parcel = page.getByRole('region', { name: t('order:shipping.title') });
      await expect(parcel).toContainText(promised);
      await page.getByText(t('order:refund.title'), { exact: true }).click();
      await expect(
        page.getByText(t('order:refund.freight', { amount: dollars(freight) })),
      ).toBeVisible();
      const lines = page.locator('label:has(input[name="lines"]:enabled)');
      for (const line of await lines.all()) {
        const isCard = (await line.innerText()).includes(dollars(price));
        await line.getByRole('checkbox').setChecked(isCard);
      }
      await page.getByLabel(t('order:refund.reason')).selectOption('WRONG_PURCHASE');
      await page.getByRole('button', { name: t('order:refund.action') }).click();
      const list = page.getByRole('region', { name: t('order:refunds.title') });
      await expect(list).toContainText(dollars(price + freight));
      await page.goto(page.url());
      // A page that is read while the refund is booked may have the refund and not yet the line.
      await reloadUntil(page, async () => {
        await expect(list).toContainText(t('order:refunds.refunded'), { timeout: 500 });
        await expect(parcel).not.toContainText(t('order:shipping.noTracking'), { timeout: 500 });
      });
      await expect(parcel).not.toContainText(promised);
    });
  });
}
