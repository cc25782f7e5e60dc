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
import { expect, hydrated, SCREENS, test, variants } from './test';
import { providerTexts } from './texts';

const PLACE = { en: 'Japan', zh: '日本' };
const TOTAL = '$6.50';
const MOST_SCREENS = 7;
const MOST_MS = 90_000;

// The way of a stranger who knows the country and not the plan: home, the country, two plans beside each other, one of them, the
// checkout, the payment, the eSIM. The provider's own page, where the card is typed without scripts, is none of the shop's screens.
for (const [lang, scripts] of variants('zh')) {
  test.describe(`${lang}, ${scripts ? 'with' : 'without'} scripts`, () => {
    test.use({ lang, javaScriptEnabled: scripts, ...SCREENS.phone });

    test('goes from home to an installed plan in seven screens', async ({ page, t }) => {
      const shopper: Shopper = { page, lang, t, scripts };
      const began = Date.now();
      const screens = new Set<string>();
      page.on('framenavigated', (frame) => {
        const { pathname } = new URL(frame.url());
        if (frame === page.mainFrame() && pathname.startsWith(`/${lang}/`)) screens.add(pathname);
      });

      await page.goto(`/${lang}/home`);
      if (scripts) await hydrated(page);
      await page.locator('main').getByRole('link', { name: PLACE[lang] }).first().click();
      await page.waitForURL(`**/${lang}/travel-card/destination/jp`);
      const ask = page.getByRole('button', { name: t('plan:compare.submit') });
      await expect(ask).toBeHidden();
      const choices = page.getByRole('checkbox');
      await choices.nth(0).check();
      await choices.nth(2).check();
      await ask.click();
      await page.waitForURL(`**/${lang}/travel-card/compare?*`);
      await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText('$24.90');
      await page
        .getByRole('link', { name: t('plan:view') })
        .first()
        .click();
      await page.waitForURL(`**/${lang}/travel-card/asia/jp-3g-7`);
      await page.getByRole('checkbox', { name: t('detail:compatibility.label') }).check();
      await page.getByRole('button', { name: t('detail:buyNow') }).click();
      await page.waitForURL(`**/${lang}/order?*`);
      await fillContact(shopper, newEmail());
      if (scripts) await payAtOnce(shopper);
      else await payElsewhere(shopper);
      const install = page.getByRole('link', { name: t('server:after.installAction') });
      await reloadUntil(page, () =>
        expect(install).toBeVisible({ timeout: scripts ? 20_000 : 500 }),
      );
      await install.click();
      await page.waitForURL('**/install');
      await expect(page.getByRole('link', { name: t('order:install.android') })).toBeVisible();

      expect([...screens]).toHaveLength(MOST_SCREENS);
      expect(Date.now() - began).toBeLessThan(MOST_MS);
    });
  });
}

// With scripts the card is typed at the checkout.
async function payAtOnce(shopper: Shopper): Promise<void> {
  const { page, lang, t } = shopper;
  const words = providerTexts(lang);
  await page.getByLabel(words.number!).fill(CARD.accepted);
  await page.getByLabel(words.expiry!).fill('12/34');
  await page.getByLabel(words.cvc!).fill('123');
  await page.getByRole('button', { name: t('checkout:payNow', { total: TOTAL }) }).click();
  await expectPaid(shopper);
}

async function payElsewhere(shopper: Shopper): Promise<void> {
  await placeButton(shopper, TOTAL).click();
  await orderNoOf(shopper);
  await openCardForm(shopper);
  await payWith(shopper, CARD.accepted, TOTAL);
  await expectPaid(shopper);
}
