import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { askToSignUp, open } from './account';
import { become, test, type Visitors } from './fixtures';
import {
  accessibilityProblems,
  cutTexts,
  expectLinksWork,
  focusTraps,
  foreignTexts,
  internalLinks,
  overflow,
  setLetters,
} from './inspect';
import { openCart } from './orders';
import { newEmail, openBuyNow, openCardForm, type Shopper } from './purchase';
import { LANGS, SCREENS, expect, hydrated, type Lang } from './shop';

type Visit = (shopper: Shopper, visitors: Visitors) => Promise<void>;

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
  payment: { payment: openPayment, 'paid payment': paidPayment },
  track: { track: at('my-order') },
  order_detail: { 'order not paid': unpaidOrder, order: installableOrder },
  install: { install: installKit },
  order_sims: { 'SIMs of an order': simsOfOrder },
  login: { login: at('login'), 'login by phone': loginByPhone },
  signup: { 'sign-up': at('signup?referral=FRIEND1'), 'sign-up code': signUpCode },
  forgot_password: { 'forgotten password': at('forgot-password') },
  account: { account: asNewcomer(''), 'account, new address': asNewcomer('?edit=new') },
  account_orders: { 'no orders': asNewcomer('/orders'), orders: someOrders },
  account_sims: { 'no SIMs': asNewcomer('/sims-info'), 'a SIM': oneSim },
  account_rewards: { rewards: asNewcomer('/rewards') },
  account_delete: { 'delete account': asNewcomer('/delete-account') },
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
      test(`${name} is sound: ${lang}`, async ({ page, t, watch, visitors }) => {
        const gone = name === 'page not found';
        if (gone) watch.allow(404);
        // A sign-up asks what is wrong with it before a code is sent.
        watch.allow(422);
        await visit({ page, lang, t, scripts: true }, visitors);
        await hydrated(page);
        await inspect(page, lang);
        // Whose language switch leads to what is gone in the other language, too.
        if (!gone) await followLinks(page);
      });
    }
  });
}

const { desktop, phone } = SCREENS;

// Both screens, the narrowest one of the guidelines, and a phone whose browser shows text at twice its size.
const VIEWS = [
  [desktop.viewport.width, 16],
  [phone.viewport.width, 16],
  [320, 16],
  [phone.viewport.width, 32],
] as const;

// Rules that another width or language can break; the others judge markup, which is the same everywhere.
const LAYOUT_RULES = ['color-contrast', 'target-size'];

async function inspect(page: Page, lang: Lang): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page).toHaveTitle(/\S/);
  for (const [width, letters] of VIEWS) {
    await page.setViewportSize({ width, height: 812 });
    if (letters !== 16) await setLetters(page, letters);
    const where = `at ${width} px in letters of ${letters} px`;
    expect.soft(await overflow(page), `wider than the screen ${where}`).toBe(0);
    expect.soft(await cutTexts(page), `words that do not fit ${where}`).toEqual([]);
    if (lang !== 'en' || letters !== 16 || width === 320) continue;
    const rules = width === desktop.viewport.width ? undefined : LAYOUT_RULES;
    expect.soft(await accessibilityProblems(page, rules), where).toEqual([]);
    if (rules) continue;
    expect.soft(await focusTraps(page), 'what keeps the keyboard').toEqual([]);
  }
  expect.soft(await foreignTexts(page, lang), 'texts in the other language').toEqual([]);
}

// The crawl asks for every page that is in the sitemaps and follows its links.
let sitemaps: Promise<string> | undefined;

async function followLinks(page: Page): Promise<void> {
  const crawled = await (sitemaps ??= sitemapsOf(page));
  const isCrawled = (url: string) => crawled.includes(`<loc>${url}</loc>`);
  if (isCrawled(page.url())) return;
  const paths = await internalLinks(page);
  expect(paths, 'links to other pages').not.toHaveLength(0);
  const { origin } = new URL(page.url());
  const open = paths.filter((path) => !followed.has(path) && !isCrawled(origin + path));
  await expectLinksWork(page, open);
  for (const path of open) followed.add(path);
}

async function sitemapsOf({ request }: Page): Promise<string> {
  const files = LANGS.map(async (lang) => {
    const answer = await request.get(`/sitemaps/${lang}.xml`);
    expect(answer.status()).toBe(200);
    return answer.text();
  });
  return (await Promise.all(files)).join('');
}

async function fillCart(shopper: Shopper): Promise<void> {
  const { page, t } = shopper;
  await openCart(shopper);
  await expect(page.getByRole('button', { name: t('cart:checkout') })).toBeVisible();
}

async function physicalCheckout({ page, lang, t }: Shopper): Promise<void> {
  await page.goto(`/${lang}/order?buyNow=jp-10g-15&simType=physical&quantity=1`);
  await expect(page.getByRole('group', { name: t('checkout:address.title') })).toBeVisible();
}

async function openPayment(shopper: Shopper, visitors: Visitors): Promise<void> {
  const guest = await visitors.guest();
  await become(shopper, guest);
  await open(shopper, `payment/${guest.unpaid}`);
  await openCardForm(shopper);
}

async function paidPayment(shopper: Shopper, visitors: Visitors): Promise<void> {
  const { page, t } = shopper;
  const guest = await visitors.guest();
  await become(shopper, guest);
  await open(shopper, `payment/${guest.delivered}`);
  await expect(page.getByText(t('payment:state.success.title'), { exact: true })).toBeVisible();
}

async function unpaidOrder(shopper: Shopper, visitors: Visitors): Promise<void> {
  const { page, t } = shopper;
  const guest = await visitors.guest();
  await become(shopper, guest);
  await open(shopper, `my-order/${guest.unpaid}`);
  await expect(page.getByText(t('order:next.pay.title'), { exact: true })).toBeVisible();
}

async function installableOrder(shopper: Shopper, visitors: Visitors): Promise<void> {
  const { page, t } = shopper;
  const guest = await visitors.guest();
  await become(shopper, guest);
  await open(shopper, `my-order/${guest.delivered}`);
  await expect(page.getByRole('link', { name: t('order:next.install.action') })).toBeVisible();
}

async function installKit(shopper: Shopper, visitors: Visitors): Promise<void> {
  const { page, t } = shopper;
  const guest = await visitors.guest();
  await become(shopper, guest);
  await open(shopper, `my-order/${guest.delivered}/install`);
  await expect(page.getByLabel(t('order:install.code'), { exact: true })).toBeVisible();
}

async function simsOfOrder(shopper: Shopper, visitors: Visitors): Promise<void> {
  const { page, t } = shopper;
  const guest = await visitors.guest();
  await become(shopper, guest);
  await open(shopper, `my-order/${guest.delivered}/sims`);
  await expect(page.getByRole('heading', { name: t('sims:topUp.title') })).toBeVisible();
}

async function loginByPhone({ page, lang, t }: Shopper): Promise<void> {
  await page.goto(`/${lang}/login`);
  await page.getByRole('radio', { name: t('auth:login.byPhone') }).check({ force: true });
}

async function signUpCode(shopper: Shopper): Promise<void> {
  await open(shopper, 'signup');
  await askToSignUp(shopper, newEmail());
}

function asNewcomer(path: string): Visit {
  return async (shopper, visitors) => {
    await become(shopper, await visitors.newcomer());
    await open(shopper, `my-account${path}`);
    await expect(shopper.page).toHaveURL(new RegExp(`/my-account${path.replace('?', '\\?')}$`));
  };
}

async function someOrders(shopper: Shopper, visitors: Visitors): Promise<void> {
  const { page, t } = shopper;
  const customer = await visitors.customer();
  await become(shopper, customer);
  await open(shopper, 'my-account/orders');
  const name = t('account:orders.number', { orderNo: customer.unpaid });
  await expect(page.getByRole('heading', { name })).toBeVisible();
}

async function oneSim(shopper: Shopper, visitors: Visitors): Promise<void> {
  const customer = await visitors.customer();
  await become(shopper, customer);
  await open(shopper, `my-account/sims-info?simId=${customer.simId}`);
  await expect(shopper.page.locator('#real-name')).toBeVisible();
}

async function missing({ page, lang }: Shopper): Promise<void> {
  expect((await page.goto(`/${lang}/no-such-page`))!.status()).toBe(404);
}
