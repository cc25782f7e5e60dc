import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { askToSignUp, beCustomer, open, signUp } from './account';
import {
  accessibilityProblems,
  cutTexts,
  expectLinksWork,
  foreignTexts,
  internalLinks,
  overflow,
  setLetters,
} from './inspect';
import {
  CARD,
  buyKit,
  newEmail,
  openBuyNow,
  openCardForm,
  orderNoOf,
  paid,
  payWith,
  place,
  placeButton,
  reloadUntil,
  type Shopper,
} from './purchase';
import { LANGS, SCREENS, expect, hydrated, test, type Lang } from './shop';
import { buySim } from './sims';

type Visit = (shopper: Shopper) => Promise<void>;

const at =
  (path: string): Visit =>
  async ({ page, lang }) => {
    expect((await page.goto(`/${lang}/${path}`))!.status()).toBe(200);
  };

// Each kind of page at the addresses and in the states that look different.
const VISITS: Record<string, Record<string, Visit>> = {
  home: { home: at('home') },
  listing: {
    listing: at('travel-card/listing'),
    'empty listing': at('travel-card/listing?countries=JP,FR&days=lt7&voice=yes&data=gt20'),
  },
  group: { group: at('travel-card/europe?simType=esim&sort=2') },
  detail: {
    plan: at('travel-card/asia/jp-10g-15'),
    'monthly plan': at('travel-card/monthly/m-hk-30g'),
  },
  esim: { esim: at('esim') },
  esim_module: { 'install guide': at('esim/module') },
  cart: { 'empty cart': at('cart'), cart: fillCart },
  order: { checkout: (shopper) => openBuyNow(shopper), 'checkout with address': physicalCheckout },
  payment: { payment: waitForPayment, 'paid payment': pay },
  track: { track: at('my-order') },
  order_detail: { 'order not paid': unpaidOrder, order: installableOrder },
  install: { install: installKit },
  login: { login: at('login'), 'login by phone': loginByPhone },
  signup: { 'sign-up': at('signup?referral=FRIEND1'), 'sign-up code': signUpCode },
  forgot_password: { 'forgotten password': at('forgot-password') },
  account: { account: asCustomer(''), 'account, new address': asCustomer('?edit=new') },
  account_orders: { 'no orders': asCustomer('/orders'), orders: withOrder },
  account_sims: { 'no SIMs': noSims, 'a SIM': withSim },
  account_rewards: { rewards: asCustomer('/rewards') },
  account_delete: { 'delete account': asCustomer('/delete-account') },
  service: { service: at('services/delivery') },
  terms: { terms: at('terms/privacy-policy') },
  faq: { faq: at('faq'), 'faq search': at('faq?keyword=zzzz') },
  contact: { contact: at('contact') },
  why_us: { 'why us': at('why-us') },
  test_payment: { 'payment test': at('test/payment') },
  test_stripe: { 'payment server test': at('test/stripe-server-demo') },
  not_found: { 'page not found': missing },
};

test('every kind of page is visited here', () => {
  const table = readFileSync(new URL('../app/router/table.ts', import.meta.url), 'utf8');
  const kinds = [...table.matchAll(/kind: '(\w+)'/g)].map(([, kind]) => kind);
  expect(Object.keys(VISITS).sort()).toEqual(kinds.sort());
});

// What this worker has followed on pages before.
const followed = new Set<string>();

for (const lang of LANGS) {
  test.describe(() => {
    test.use({ lang });
    for (const [name, visit] of Object.values(VISITS).flatMap(Object.entries<Visit>)) {
      test(`${name} is sound: ${lang}`, async ({ page, t, watch }) => {
        const gone = name === 'page not found';
        if (gone) watch.allow(404);
        // A sign-up asks what is wrong with it before a code is sent.
        watch.allow(422);
        await visit({ page, lang, t, scripts: true });
        await hydrated(page);
        await inspect(page, lang);
        // Whose language switch leads to what is gone in the other language, too.
        if (!gone) await followLinks(page);
      });
    }
  });
}

// The narrowest screen of the guidelines, and a phone whose browser shows text at twice its size.
const NARROW = [
  [320, 16],
  [375, 32],
] as const;

async function inspect(page: Page, lang: Lang): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page).toHaveTitle(/\S/);
  for (const { viewport } of [SCREENS.desktop, SCREENS.phone]) {
    await page.setViewportSize(viewport);
    const where = `at ${viewport.width} px`;
    expect.soft(await accessibilityProblems(page), where).toEqual([]);
    expect.soft(await overflow(page), `wider than the screen ${where}`).toBe(0);
  }
  for (const [width, letters] of NARROW) {
    await page.setViewportSize({ width, height: 812 });
    await setLetters(page, letters);
    const where = `at ${width} px in letters of ${letters} px`;
    expect.soft(await overflow(page), `wider than the screen ${where}`).toBe(0);
    expect.soft(await cutTexts(page), `words that do not fit ${where}`).toEqual([]);
  }
  expect.soft(await foreignTexts(page, lang), 'texts in the other language').toEqual([]);
}

async function followLinks(page: Page): Promise<void> {
  const paths = await internalLinks(page);
  expect(paths, 'links to other pages').not.toHaveLength(0);
  await expectLinksWork(
    page,
    paths.filter((path) => !followed.has(path)),
  );
  for (const path of paths) followed.add(path);
}

async function fillCart({ page, lang, t }: Shopper): Promise<void> {
  await page.goto(`/${lang}/travel-card/asia/jp-3g-7`);
  await page.getByRole('checkbox', { name: t('detail:compatibility.label') }).check();
  await page.getByRole('button', { name: t('detail:addToCart') }).click();
  await page.waitForURL(`**/${lang}/cart`);
  await expect(page.getByRole('link', { name: t('cart:checkout') })).toBeVisible();
}

async function physicalCheckout({ page, lang, t }: Shopper): Promise<void> {
  await page.goto(`/${lang}/order?buyNow=jp-10g-15&simType=physical&quantity=1`);
  await expect(page.getByRole('group', { name: t('checkout:address.title') })).toBeVisible();
}

async function waitForPayment(shopper: Shopper): Promise<void> {
  await openBuyNow(shopper);
  await place(shopper, newEmail(), '$6.50');
  await openCardForm(shopper);
}

async function pay(shopper: Shopper): Promise<void> {
  await waitForPayment(shopper);
  await payWith(shopper, CARD.accepted, '$6.50');
  await paid(shopper);
}

async function unpaidOrder(shopper: Shopper): Promise<void> {
  const { page, lang, t } = shopper;
  await openBuyNow(shopper);
  const orderNo = await place(shopper, newEmail(), '$6.50');
  await page.goto(`/${lang}/my-order/${orderNo}`);
  await expect(page.getByText(t('order:next.pay.title'), { exact: true })).toBeVisible();
}

async function installableOrder(shopper: Shopper): Promise<void> {
  const { page, t } = shopper;
  await pay(shopper);
  await page.getByRole('link', { name: t('payment:toOrderReady') }).click();
  const ready = page.getByRole('link', { name: t('order:next.install.action') });
  await page.waitForURL('**/my-order/*');
  await reloadUntil(page, () => expect(ready).toBeVisible({ timeout: 1000 }));
}

async function installKit(shopper: Shopper): Promise<void> {
  await buyKit(shopper);
}

async function loginByPhone({ page, lang, t }: Shopper): Promise<void> {
  await page.goto(`/${lang}/login`);
  await page.getByRole('radio', { name: t('auth:login.byPhone') }).check({ force: true });
}

async function signUpCode(shopper: Shopper): Promise<void> {
  await open(shopper, 'signup');
  await askToSignUp(shopper, newEmail());
}

function asCustomer(path: string): Visit {
  return async (shopper) => {
    await beCustomer(shopper);
    await open(shopper, `my-account${path}`);
  };
}

async function withOrder(shopper: Shopper): Promise<void> {
  await beCustomer(shopper);
  await openBuyNow(shopper);
  await shopper.page.locator('input[name="agree"]').check();
  await placeButton(shopper, '$6.50').click();
  await orderNoOf(shopper);
  await open(shopper, 'my-account/orders');
}

async function noSims(shopper: Shopper): Promise<void> {
  await signUp(shopper);
  await open(shopper, 'my-account/sims-info');
}

async function withSim(shopper: Shopper): Promise<void> {
  await beCustomer(shopper);
  await buySim(shopper, 'th-15g-8v', '$7.90');
}

async function missing({ page, lang }: Shopper): Promise<void> {
  expect((await page.goto(`/${lang}/no-such-page`))!.status()).toBe(404);
}
