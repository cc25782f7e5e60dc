import { waitForMail } from './outbox';
import { openPage } from './account';
import { addToCart } from './orders';
import {
  CARD,
  expectPaid,
  newEmail,
  openCardForm,
  payWith,
  placeInCheckout,
  reloadUntil,
  type Shopper,
} from './purchase';
import { LANGS, SCREENS, expect, test } from './test';
import { mailSubject } from './texts';

const GOODS = 'gbeu-20g-30v';
const PRICE = '$29.90';

// A plan whose days start when its eSIM is installed: whoever installs it at home loses days, so every page and the mail say when to
// install it, and none while the money is asked back.
for (const lang of LANGS) {
  for (const scripts of [true, false]) {
    test.describe(() => {
      const screen = scripts === (lang === 'en') ? 'phone' : 'desktop';
      test.use({ ...SCREENS[screen], lang, javaScriptEnabled: scripts });

      test(`buys a plan that starts when it is installed: ${lang}, ${scripts ? 'with' : 'without'} scripts`, async ({
        page,
        request,
        monitor,
        t,
      }) => {
        const shopper: Shopper = { page, lang, t, scripts };
        const email = newEmail();
        const arrival = t('server:install.advice.arrival');
        const now = page.getByText(t('server:install.advice.now'));

        await test.step('reads in the cart and at the checkout what starts it', async () => {
          await addToCart(shopper, GOODS);
          const rule = page.getByText(t('plan:activation.install'));
          await openPage(shopper, 'cart');
          await expect(rule).toBeVisible();
          await openPage(shopper, 'order');
          await expect(rule.filter({ visible: true })).toBeVisible();
        });
        const orderNo = await placeInCheckout(shopper, email, PRICE);
        await test.step('is told after the payment when to install it', async () => {
          await openCardForm(shopper);
          await payWith(shopper, CARD.accepted, PRICE);
          await expectPaid(shopper);
          const said = page.getByText(arrival);
          await (scripts
            ? expect(said).toBeVisible({ timeout: 20_000 })
            : reloadUntil(page, () => expect(said).toBeVisible({ timeout: 500 })));
          await expect(now).toHaveCount(0);
        });
        await test.step('and on the order', async () => {
          await openPage(shopper, `my-order/${orderNo}`);
          await expect(page.getByText(arrival)).toBeVisible();
          await expect(
            page.getByText(t('server:sim.timeline.mark.arrival'), { exact: true }),
          ).toBeVisible();
          await expect(
            page.getByText(t('server:sim.timeline.install.arrival')).first(),
          ).toBeVisible();
          await expect(
            page.getByRole('link', { name: t('server:sim.timeline.install.action') }),
          ).toHaveCount(0);
          await expect(now).toHaveCount(0);
        });
        const code = page.getByLabel(t('order:install.code'), { exact: true });
        const caution = (why: 'start' | 'refund', part: string) =>
          page.getByText(t(`server:install.caution.${why}.${part}`)).filter({ visible: true });
        await test.step('and before the code, which it opens', async () => {
          await page.getByRole('link', { name: t('server:sim.timeline.install.page') }).click();
          await page.waitForURL('**/install');
          await expect(caution('start', 'title')).toBeVisible();
          await expect(caution('start', 'text')).toBeVisible();
          await expect(code).toBeHidden();
          await expect(
            page.getByAltText(t('order:install.qrAlt')).filter({ visible: true }),
          ).toHaveCount(0);
          await caution('start', 'action').click();
          await expect(code).toBeVisible();
        });
        await test.step('and in the mail', async () => {
          const mail = await waitForMail(
            request,
            email,
            mailSubject(lang, 'esim_delivered', orderNo),
          );
          const [said, never] = {
            en: ['Do not scan the code before you travel', 'before you leave'],
            zh: ['请勿提前扫码', '出发前'],
          }[lang] as [string, string];
          expect(mail.text).toContain(said);
          expect(mail.html + mail.text).not.toContain(never);
        });
        await test.step('has the mail sent again, and a summary for support without the code', async () => {
          const summaries = page
            .getByRole('region', { name: t('offline:support.title') })
            .getByText(orderNo);
          await expect(summaries).toHaveCount(2);
          for (const text of await summaries.allInnerTexts())
            expect(text).not.toContain(await code.inputValue());
          const again = page.getByRole('button', { name: t('offline:support.mailAction') });
          await again.click();
          await expect(page.getByText(t('offline:support.mailed', { email }))).toBeVisible();
          monitor.allow(429);
          await again.click();
          await expect(page.getByText(t('errors:mail_too_soon'))).toBeVisible();
        });
        await test.step('is not called to install what is asked back', async () => {
          await openPage(shopper, `my-order/${orderNo}`);
          await page.getByText(t('order:refund.title'), { exact: true }).click();
          await page.getByLabel(t('order:refund.reason')).selectOption('TRIP_CANCELLATION');
          await page.getByRole('button', { name: t('order:refund.action') }).click();
          await expect(
            page.getByText(t('order:next.refundAsked.title'), { exact: true }),
          ).toBeVisible();
          await expect(page.getByText(t('server:sim.hint.refund.text'))).toBeVisible();
          await expect(page.locator('main a[href$="/install"]')).toHaveCount(0);
          await openPage(shopper, `payment/${orderNo}`);
          await expect(page.locator('main a[href$="/install"]')).toHaveCount(0);
          await openPage(shopper, `my-order/${orderNo}/install`);
          await expect(caution('refund', 'title')).toBeVisible();
          await expect(code).toBeHidden();
          await expect(page.getByText(t('server:sim.state.refund_open')).first()).toBeVisible();
        });
      });
    });
  }
}
