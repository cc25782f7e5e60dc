import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { TFunction } from 'i18next';
import { expect, hydrated, type Lang } from './test';
import { providerTexts } from './texts';

export const CARD = {
  accepted: '4242424242424242',
  asksBank: '4000002760003184',
  declined: '4000000000000002',
};

/** One shopper on one page: what the steps of a purchase need to know. */
export type Shopper = { page: Page; lang: Lang; t: TFunction; scripts: boolean };

/** An address nobody else in the suite uses. */
export function newEmail(): string {
  return `traveller-${randomUUID().slice(0, 12)}@example.com`;
}

/** The checkout of one plan that is bought right away, below the language. */
export function buyNowPath(goodsId = 'jp-3g-7'): string {
  const query = new URLSearchParams({
    buyNow: goodsId,
    simType: 'esim',
    quantity: '1',
    compatibilityConfirmed: '1',
  });
  return `order?${query.toString()}`;
}

/** Opens the checkout with one plan that is bought right away. */
export async function openBuyNow(
  { page, lang }: Shopper,
  goodsId?: string,
  shop = '',
): Promise<void> {
  await page.goto(`${shop}/${lang}/${buyNowPath(goodsId)}`);
}

/** Fills in who buys and agrees to the terms. */
export async function fillContact({ page, t }: Shopper, email: string): Promise<void> {
  await page.getByLabel(t('checkout:contact.fullName'), { exact: true }).fill('Ada');
  await page.getByLabel(t('checkout:contact.email'), { exact: true }).fill(email);
  await page.locator('input[name="agree"]').check();
}

export function placeButton({ page, t }: Shopper, total: string) {
  return page.getByRole('button', { name: t('checkout:submit', { total }) });
}

/** Waits for the payment page and returns the order's number. */
export async function orderNoOf({ page, t, lang }: Shopper): Promise<string> {
  await page.waitForURL(`**/${lang}/payment/*`);
  const heading = page.getByRole('heading', { level: 1, name: t('payment:title') });
  await expect(heading).toBeVisible();
  return new URL(page.url()).pathname.split('/').at(-1)!;
}

/** From the open checkout to the payment page. */
export async function placeInCheckout(
  shopper: Shopper,
  email: string,
  total: string,
): Promise<string> {
  await fillContact(shopper, email);
  await placeButton(shopper, total).click();
  return orderNoOf(shopper);
}

/** Opens the place where the card goes: the form in our page, or the provider's own page. */
export async function openCardForm(shopper: Shopper): Promise<void> {
  const { page, lang, t, scripts } = shopper;
  // A checkout that is about to be left has card fields too.
  await orderNoOf(shopper);
  if (!scripts) {
    await page.getByRole('button', { name: t('payment:hosted') }).click();
    await page.waitForURL('**/sandbox/checkout/**');
  } else {
    await hydrated(page);
  }
  await expect(page.getByLabel(providerTexts(lang).number!)).toBeVisible();
}

/** Types a card into whichever form is open and presses "pay". */
export async function payWith(shopper: Shopper, card: string, total: string): Promise<void> {
  const { page, lang, t, scripts } = shopper;
  const words = providerTexts(lang);
  await page.getByLabel(words.number!).fill(card);
  await page.getByLabel(words.expiry!).fill('12/34');
  await page.getByLabel(words.cvc!).fill('123');
  // The provider writes amounts with the currency's code; ours is on the shop's own button.
  const name = scripts ? t('payment:pay', { total }) : new RegExp(`^${words.pay!} .*\\d`);
  await page.getByRole('button', { name }).click();
}

/** Waits until the shop says it is paid. Without scripts the page that the shopper comes back to says so. */
export async function expectPaid({ page, t, lang, scripts }: Shopper): Promise<void> {
  await page.waitForURL(`**/${lang}/payment/**`);
  const done = page.getByText(t('payment:state.success.title'), { exact: true });
  await expect(done).toBeVisible({ timeout: scripts ? 20_000 : 5_000 });
}

/** Reloads until an expectation holds; it waits itself for as long as a page may take. */
export async function reloadUntil(page: Page, holds: () => Promise<void>): Promise<void> {
  let first = true;
  await expect(async () => {
    if (!first) await page.reload();
    first = false;
    await holds();
  }).toPass({ timeout: 25_000, intervals: [0] });
}
