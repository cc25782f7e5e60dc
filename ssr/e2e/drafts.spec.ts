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
import { LANGS, expect, hydrated, test, type Lang } from './test';
import { texts } from './texts';

const OTHER = { en: 'zh', zh: 'en' } as const;
const HTML = { en: 'en', zh: 'zh-Hans' };
const TOTAL = '$23.90'; // the card, and the courier to Hong Kong

// Nothing typed is lost: when the language is switched, after Back, and after a look elsewhere.
for (const lang of LANGS) {
  for (const scripts of [true, false]) {
    test.describe(() => {
      test.use({ lang, javaScriptEnabled: scripts });
      const how = `from ${lang}, ${scripts ? 'with' : 'without'} scripts`;

      test(`the language is switched in the middle of the checkout: ${how}`, async ({
        page,
        t,
        context,
      }) => {
        const before: Shopper = { page, lang, t, scripts };
        const after: Shopper = { ...before, lang: OTHER[lang], t: texts(OTHER[lang]) };
        const email = newEmail();
        await openCheckout(before);
        await fillCheckout(before, email);
        await page.locator('input[name="agree"]').check();
        await switchLanguage(before);
        await expectFilled(after, email);
        await expect(page.locator('input[name="agree"]')).toBeChecked();
        await expect(page.locator('input[value="express"]')).toBeChecked();
        await expect.poll(() => localeOf(context)).toBe(after.lang);
        await placeButton(after, TOTAL).click();
        await orderNoOf(after);
      });
    });
  }

  test.describe(() => {
    const scripts = lang === 'en';
    test.use({ lang, javaScriptEnabled: scripts });
    const how = `from ${lang}, ${scripts ? 'with' : 'without'} scripts`;

    test(`the language is switched under a message: ${how}`, async ({ page, t }) => {
      const shopper: Shopper = { page, lang, t, scripts };
      await page.goto(`/${lang}/contact`);
      await page.locator('input[name="lastName"]').fill('洛夫莱斯');
      await page.locator('textarea').fill('first line\n第二行');
      await switchLanguage(shopper);
      await expect(page.locator('input[name="lastName"]')).toHaveValue('洛夫莱斯');
      await expect(page.locator('textarea')).toHaveValue('first line\n第二行');
      await expect(page.locator('[aria-invalid="true"]')).toHaveCount(0);
    });

    test(`the language is switched while signing up: ${how}`, async ({ page, t }) => {
      const shopper: Shopper = { page, lang, t, scripts };
      await page.goto(`/${lang}/signup`);
      await page.locator('input[name="firstName"]').fill('Ada');
      await page.locator('input[name="email"]').fill('ada@example.com');
      if (scripts) await page.locator('input[name="password"]').fill('Secret-12345');
      await page.locator('input[name="promoConsent"]').check();
      const sent = page.waitForRequest((request) => request.method() === 'POST');
      await switchLanguage(shopper);
      expect((await sent).postData()).not.toContain('Secret-12345');
      await expect(page.locator('input[name="firstName"]')).toHaveValue('Ada');
      await expect(page.locator('input[name="email"]')).toHaveValue('ada@example.com');
      await expect(page.locator('input[name="promoConsent"]')).toBeChecked();
      await expect(page.locator('input[name="password"]')).toHaveValue('');
    });

    test(`the language is switched while logging in by phone: ${how}`, async ({ page, t }) => {
      const shopper: Shopper = { page, lang, t, scripts };
      await page.goto(`/${lang}/login?redirect=%2F${lang}%2Fmy-account%2Forders`);
      await page.locator('label:has(input[value="phone"])').click();
      await page.locator('input[name="phone"]').fill('+852 5123 4567');
      await page.locator('input[name="code"]').fill('123456');
      await switchLanguage(shopper);
      await expect(page.locator('input[name="phone"]')).toHaveValue('+852 5123 4567');
      await expect(page.locator('input[name="phone"]')).toBeVisible();
      await expect(page.locator('input[name="code"]')).toHaveValue('');
      expect(new URL(page.url()).searchParams.get('redirect')).toContain('/my-account/orders');
    });
  });
}

test('back from the payment the checkout is as it was left, until it is paid', async ({
  page,
  lang,
  t,
}) => {
  const shopper: Shopper = { page, lang, t, scripts: true };
  const email = newEmail();
  await openCheckout(shopper);
  await hydrated(page);
  await fillCheckout(shopper, email);
  await expect(placeButton(shopper, TOTAL)).toBeEnabled();
  await page.locator('input[name="agree"]').check();
  await placeButton(shopper, TOTAL).click();
  await orderNoOf(shopper);
  await page.goBack();
  await expectFilled(shopper, email);
  await expect(placeButton(shopper, TOTAL)).toBeEnabled();
  // Each order is agreed to by itself.
  await expect(page.locator('input[name="agree"]')).not.toBeChecked();

  await test.step('a reload changes nothing, another tab knows nothing', async () => {
    await page.reload();
    await expectFilled(shopper, email);
    const tab = await page.context().newPage();
    await openCheckout({ ...shopper, page: tab });
    await hydrated(tab);
    await expect(tab.locator('input[name="email"]')).toHaveValue('');
    await tab.close();
  });
  await test.step('paid', async () => {
    await page.goForward();
    await openCardForm(shopper);
    await payWith(shopper, CARD.accepted, TOTAL);
    await expectPaid(shopper);
    await openCheckout(shopper);
    await hydrated(page);
    await expect(page.locator('input[name="email"]')).toHaveValue('');
  });
});

test('a message survives a look at the questions, and is gone when it is sent', async ({
  page,
  lang,
  t,
}) => {
  await page.goto(`/${lang}/contact`);
  await hydrated(page);
  await page.locator('input[name="firstName"]').fill('Ada');
  await page.locator('input[name="email"]').fill(newEmail());
  await page.locator('textarea').fill('It does not connect.');
  await page
    .locator('main')
    .getByRole('link', { name: t('contact:channels.faq') })
    .first()
    .click();
  await page.waitForURL(`**/${lang}/faq*`);
  await page.goBack();
  await expect(page.locator('textarea')).toHaveValue('It does not connect.');
  await page.getByRole('button', { name: t('contact:submit') }).click();
  await expect(page.getByRole('heading', { name: t('contact:sent.title') })).toBeVisible();
  await page.getByRole('link', { name: t('contact:sent.again') }).click();
  await expect(page.locator('textarea')).toHaveValue('');
});

/** The checkout of a SIM card that is bought directly: it asks for an address. */
async function openCheckout({ page, lang }: Shopper): Promise<void> {
  const query = 'buyNow=jp-10g-15&simType=physical&quantity=1';
  await page.goto(`/${lang}/order?${query}`);
}

async function fillCheckout({ page, scripts }: Shopper, email: string): Promise<void> {
  for (const [name, value] of Object.entries(typed(email))) {
    await page.locator(`input[name="${name}"]`).fill(value);
  }
  await page.locator('select[name="address.country"]').selectOption('HK');
  // Without scripts the button asks for the ways of shipping.
  if (!scripts) await page.locator('button[value="budget"].btn').first().click();
  await page.locator('input[value="express"]').check();
}

async function expectFilled({ page }: Shopper, email: string): Promise<void> {
  for (const [name, value] of Object.entries(typed(email))) {
    await expect(page.locator(`input[name="${name}"]`)).toHaveValue(value);
  }
  await expect(page.locator('select[name="address.country"]')).toHaveValue('HK');
  await expect(page.locator('input[value="express"]')).toBeChecked();
}

const typed = (email: string) => ({
  fullName: 'Ada 洛夫莱斯',
  email,
  'address.fullName': 'Ada Lovelace',
  'address.addressLine1': '1 Queen’s Road "Central" <2>',
  'address.city': 'Hong Kong',
});

/** Switches the language: with scripts in the header, without by the last button of the form. */
async function switchLanguage({ page, t, lang, scripts }: Shopper): Promise<void> {
  if (scripts) {
    await hydrated(page);
    const nav = page.getByRole('navigation', { name: t('common:language') });
    await nav.locator(`[hreflang="${HTML[OTHER[lang]]}"]`).click();
  } else {
    await page.locator('button[value="language"]').filter({ visible: true }).click();
  }
  await expect(page.locator('html')).toHaveAttribute('lang', HTML[OTHER[lang]]);
}

async function localeOf(context: import('@playwright/test').BrowserContext): Promise<Lang> {
  const cookies = await context.cookies();
  return cookies.find(({ name }) => name === 'locale')?.value as Lang;
}
