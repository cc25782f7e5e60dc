import type { Browser } from '@playwright/test';
import { attachedImage, waitForMail } from './outbox';
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
import { scan } from './qr';
import { SCREENS, expect, hydrated, test, type Lang, type Screen } from './test';
import { mailSubject } from './texts';

const PLAN = { en: 'Japan 3GB 7 days', zh: '日本 3GB 7天' };
const PLACE = { en: 'Japan', zh: '日本' };
const PRICE = '$6.50';

// Each two of language, screen and scripts come together once.
const CASES: { lang: Lang; screen: Screen; scripts: boolean }[] = [
  { lang: 'en', screen: 'desktop', scripts: true },
  { lang: 'en', screen: 'phone', scripts: false },
  { lang: 'zh', screen: 'phone', scripts: true },
  { lang: 'zh', screen: 'desktop', scripts: false },
];

// The main job, from the catalogue to a code that a phone can read.
for (const { lang, screen, scripts } of CASES) {
  test.describe(() => {
    test.use({ ...SCREENS[screen], lang, javaScriptEnabled: scripts });

    test(`buys an eSIM: ${lang}, ${screen}, ${scripts ? 'with' : 'without'} scripts`, async ({
      page,
      browser,
      request,
      t,
      monitor,
    }) => {
      const shopper: Shopper = { page, lang, t, scripts };
      const email = newEmail();

      await test.step('finds the plan', () => findPlan(shopper, screen));
      await test.step('is asked to confirm the device', async () => {
        const add = page.getByRole('button', { name: t('detail:addToCart') });
        monitor.allow(422);
        await add.click();
        const device = page.getByRole('checkbox', { name: t('detail:compatibility.label') });
        await expect(device).toHaveAttribute('aria-invalid', 'true');
        const complaint = page.getByText(t('errors:compatibility_required'));
        await expect(
          complaint.and(page.locator('#field-compatibilityConfirmed-error')),
        ).toBeVisible();
        await expect(device).toBeInViewport();
        await device.check();
        await add.click();
      });
      await test.step('checks out', async () => {
        await page.waitForURL(`**/${lang}/cart`);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('cart:title'));
        await expect(page.getByRole('heading', { name: PLAN[lang] })).toBeVisible();
        await page.getByRole('button', { name: t('cart:checkout') }).click();
        await page.waitForURL(`**/${lang}/order`);
        await fillContact(shopper, email);
        await placeButton(shopper, PRICE).click();
      });
      const orderNo = await orderNoOf(shopper);
      await test.step('pays', async () => {
        await openCardForm(shopper);
        await payWith(shopper, CARD.accepted, PRICE);
        await expectPaid(shopper);
      });
      const code = await test.step('installs it', () => readCode(shopper, screen, browser));
      await test.step('sees the order completed', async () => {
        await page.getByRole('link', { name: t('order:install.back') }).click();
        await page.waitForURL(`**/${lang}/my-order/${orderNo}`);
        const stepper = page.getByRole('list', { name: t('order:stepper') });
        await reloadUntil(page, () =>
          expect(stepper.locator('time')).toHaveCount(5, { timeout: 500 }),
        );
        await expect(stepper.locator('[aria-current="step"]')).toContainText(
          t('order:stepOf.esim.completed'),
        );
      });
      await test.step('has the mails', async () => {
        for (const kind of ['order_paid', 'esim_delivered']) {
          const found = await waitForMail(request, email, mailSubject(lang, kind, orderNo));
          expect(found.locale).toBe(lang);
          expect(found.text).toContain(orderNo);
          expect(found.html).toContain(`/${lang}/my-order`);
          if (kind !== 'esim_delivered') continue;
          expect(await scan(browser, await attachedImage(request, found))).toBe(code);
        }
      });
    });
  });
}

// The install page: on a phone its own link first and the code folded, on a desktop the code; as text on both. The payment page
// leads there as soon as the eSIM is there; with scripts by itself.
async function readCode(
  { page, t, scripts }: Shopper,
  screen: Screen,
  browser: Browser,
): Promise<string> {
  const install = page.getByRole('link', { name: t('server:after.installAction') });
  const there = (timeout: number) => () => expect(install).toBeVisible({ timeout });
  await (scripts ? there(20_000)() : reloadUntil(page, there(500)));
  await install.click();
  await page.waitForURL('**/install');
  const smdp = await page.getByLabel(t('order:install.smdp'), { exact: true }).inputValue();
  const matching = await page.getByLabel(t('order:install.code'), { exact: true }).inputValue();
  const lpa = `LPA:1$${smdp}$${matching}`;
  expect(lpa).toMatch(/^LPA:1\$[a-z0-9-]+(\.[a-z0-9-]+)+\$[A-Z0-9-]+$/);
  if (screen === 'desktop')
    await page.locator('summary', { hasText: t('order:install.stepsIos') }).click();
  const link = page.getByRole('link', {
    name: t(`order:install.${screen === 'phone' ? 'android' : 'ios'}`),
  });
  await expect(link).toHaveAttribute('href', new RegExp(`carddata=${encodeURIComponent(lpa)}$`));
  const picture = page
    .getByRole('img', { name: t('order:install.qrAlt') })
    .filter({ visible: true });
  if (screen === 'phone') {
    await expect(picture).toHaveCount(0);
    await page.getByText(t('order:install.otherDevice')).click();
  }
  await picture.scrollIntoViewIfNeeded();
  expect((await picture.boundingBox())!.width).toBeGreaterThanOrEqual(240);
  expect(await scan(browser, await picture.screenshot())).toBe(lpa);
  return lpa;
}

// The catalogue, its filter by destination, the plan.
async function findPlan({ page, lang, t, scripts }: Shopper, screen: Screen): Promise<void> {
  await page.goto(`/${lang}/travel-card/listing`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('listing:title'));
  const plans = page.getByRole('region', { name: t('listing:results') }).getByRole('article');
  await expect(plans).toHaveCount(24);
  if (scripts) await hydrated(page);
  if (screen === 'phone')
    await page.getByText(t('listing:filters'), { exact: true }).first().click();
  // With scripts a choice takes effect at once; on phones the button also takes the sheet away.
  await page.getByRole('checkbox', { name: new RegExp(`^${PLACE[lang]}`) }).check();
  if (!scripts || screen === 'phone') {
    await page.getByRole('button', { name: t('listing:apply') }).click();
  }
  await page.waitForURL('**/travel-card/listing?*countries=JP*');
  await expect(plans).not.toHaveCount(24);
  const found = await plans.count();
  await expect(page.getByText(t('listing:count', { count: found }), { exact: true })).toBeVisible();
  await page.getByRole('link', { name: PLAN[lang] }).click();
  await page.waitForURL(`**/${lang}/travel-card/asia/jp-3g-7`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(PLAN[lang]);
}
