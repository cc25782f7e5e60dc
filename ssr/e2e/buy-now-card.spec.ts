import { horizontalOverflow } from './inspect';
import { waitForMail } from './outbox';
import {
  CARD,
  newEmail,
  openCardForm,
  orderNoOf,
  expectPaid,
  payWith,
  placeButton,
  type Shopper,
} from './purchase';
import { SCREENS, expect, test, type Lang, type Screen } from './test';
import { mailSubject, providerTexts } from './texts';

const PLAN = { en: 'Japan 10GB 15 days', zh: '日本 10GB 15天' };
// As long as the form takes, without a gap.
const LONG_CITY = 'Llanfairpwllgwyngyllgogerychwyrndrobwlll';
const COURIER = { en: 'Express courier', zh: '特快速递' };
const CASES: { lang: Lang; screen: Screen; scripts: boolean }[] = [
  { lang: 'en', screen: 'desktop', scripts: false },
  { lang: 'zh', screen: 'phone', scripts: true },
];

// Two SIM cards bought right away, shipped to Hong Kong, after a form full of mistakes and a refused card.
for (const { lang, screen, scripts } of CASES) {
  test.describe(() => {
    test.use({ ...SCREENS[screen], lang, javaScriptEnabled: scripts });

    test(`buys SIM cards: ${lang}, ${screen}, ${scripts ? 'with' : 'without'} scripts`, async ({
      page,
      request,
      t,
      monitor,
    }) => {
      const shopper: Shopper = { page, lang, t, scripts };
      const email = newEmail();

      await test.step('chooses two SIM cards', async () => {
        await page.goto(`/${lang}/travel-card/asia/jp-10g-15`);
        await page.getByRole('radio', { name: t('plan:simType.physical') }).check();
        await page.getByLabel(t('common:quantity.label')).fill('2');
        await page.getByRole('button', { name: t('detail:buyNow') }).click();
        await page.waitForURL(`**/${lang}/order?*`);
        await expect(page.getByRole('listitem').filter({ hasText: PLAN[lang] })).toContainText(
          '× 2',
        );
      });
      await test.step('is told every mistake', async () => {
        monitor.allow(422);
        await mistakes(shopper);
      });
      await test.step('corrects them and chooses the courier', async () => {
        await correct(shopper, email);
        await expect(amount(shopper, 'subtotal')).toHaveText('$31.80');
        await expect(amount(shopper, 'shipping')).toHaveText('$8.00');
        await expect(amount(shopper, 'total')).toHaveText('$39.80');
        await placeButton(shopper, '$39.80').click();
      });
      const orderNo = await orderNoOf(shopper);
      await test.step('tries a card that is refused', async () => {
        await openCardForm(shopper);
        monitor.allow(402);
        await payWith(shopper, CARD.declined, '$39.80');
        const refusal = scripts
          ? t('payment:decline.generic_decline')
          : providerTexts(lang).error_card_declined!;
        await expect(page.getByRole('alert').getByText(refusal)).toBeVisible();
      });
      await test.step('pays with another', async () => {
        await payWith(shopper, CARD.accepted, '$39.80');
        await expectPaid(shopper);
        await page.getByRole('link', { name: t('payment:toOrderReady') }).click();
      });
      await test.step('sees what will be sent where', async () => {
        await page.waitForURL(`**/${lang}/my-order/${orderNo}`);
        await expect(page.getByText(t('order:next.pack.title'), { exact: true })).toBeVisible();
        const parcel = page.getByRole('region', { name: t('order:shipping.title') });
        await expect(parcel).toContainText('1 Nathan Road');
        await expect(parcel).toContainText(LONG_CITY);
        expect(await horizontalOverflow(page)).toBe(0);
        await expect(parcel).toContainText(COURIER[lang]);
        const steps = page.getByRole('list', { name: t('order:stepper') }).getByRole('listitem');
        await expect(steps.nth(1).locator('time')).toBeVisible();
        await expect(steps.nth(3)).toContainText(t('order:notYet'));
        await expect(page.getByRole('region', { name: t('order:receipt.title') })).toContainText(
          '$39.80',
        );
      });
      await test.step('has the mail', async () => {
        const found = await waitForMail(request, email, mailSubject(lang, 'order_paid', orderNo));
        expect(found.text).toContain('$39.80');
      });
    });
  });
}

const WRONG = [
  'email',
  'phone',
  'address-fullName',
  'address-country',
  'address-addressLine1',
  'agree',
];

// Almost nothing filled in, and a phone number that is none: each field says so, and so does the top.
async function mistakes({ page, t }: Shopper): Promise<void> {
  await page.getByLabel(t('checkout:contact.fullName'), { exact: true }).fill('Ada Lovelace');
  await page.getByLabel(t('checkout:contact.email'), { exact: true }).fill('ada.example.com');
  await page.locator('#field-phone').fill('12');
  await page.getByLabel(t('checkout:address.city')).fill('Kowloon');
  // Without a country the button names no amount.
  await page.getByRole('button', { name: t('checkout:submitEstimate'), exact: true }).click();
  const summary = page.getByRole('alert');
  for (const field of WRONG) {
    const message = page.locator(`#field-${field}-error`);
    await expect(message).toBeVisible();
    await expect(page.locator(`#field-${field}`)).toHaveAttribute('aria-invalid', 'true');
    const entry = summary.locator(`a[href="#field-${field}"]`);
    await expect(entry).toHaveText(await message.innerText());
  }
  await expect(summary).toContainText(t('errors:email_invalid'));
  await expect(summary).toContainText(t('errors:phone_invalid'));
  await expect(summary).toContainText(t('errors:agree_required'));
  await expect(page.getByLabel(t('checkout:contact.fullName'), { exact: true })).toHaveValue(
    'Ada Lovelace',
  );
  await expect(page.getByLabel(t('checkout:contact.email'), { exact: true })).toHaveValue(
    'ada.example.com',
  );
  await expect(page.locator('#field-phone')).toHaveValue('12');
  await expect(page.getByLabel(t('checkout:address.city'))).toHaveValue('Kowloon');
}

// With scripts each choice that changes the price asks for it; without, the shopper asks.
async function correct({ page, t, lang, scripts }: Shopper, email: string): Promise<void> {
  const recalculate = async () => {
    if (!scripts)
      await page
        .getByRole('button', { name: t('checkout:update') })
        .last()
        .click();
  };
  await page.getByLabel(t('checkout:contact.email'), { exact: true }).fill(email);
  await page.locator('#field-phone').fill('+852 5123 4567');
  await page.getByLabel(t('checkout:address.fullName')).fill('Ada Lovelace');
  await page.getByLabel(t('checkout:address.city')).fill(LONG_CITY);
  await page.getByLabel(t('checkout:address.addressLine1')).fill('1 Nathan Road');
  await page.locator('input[name="agree"]').check();
  await page.locator('select[name="address.country"]').selectOption('HK');
  await recalculate();
  const courier = page.getByRole('radio', { name: COURIER[lang] });
  await expect(page.locator('label').filter({ hasText: COURIER[lang] })).toContainText('$8.00');
  await courier.check();
  await recalculate();
  await expect(courier).toBeChecked();
  await expect(page.getByLabel(t('checkout:address.fullName'))).toHaveValue('Ada Lovelace');
  await expect(page.locator('select[name="address.country"]')).toHaveValue('HK');
}

// The amount with a name in the summary.
function amount({ page, t }: Shopper, name: 'subtotal' | 'shipping' | 'total') {
  const label = page.getByText(t(`plan:amount.${name}`), { exact: true });
  return page.locator('dl > div').filter({ has: label }).locator('dd');
}
