import { expect, type APIRequestContext } from '@playwright/test';
import { mailsTo } from './outbox';
import type { Shopper } from './purchase';
import { hydrated } from './test';

export const PASSWORD = 'Ferry-Route-88';
export const OTHER_PASSWORD = 'Harbour_Light_21';

const SIX_DIGITS = /\b\d{6}\b/;

/** The newest code sent to an address or number, once there are `count` of them. */
export async function latestCode(
  request: APIRequestContext,
  to: string,
  count = 1,
): Promise<string> {
  let codes: string[] = [];
  await expect(async () => {
    const found = (await mailsTo(request, to)).map(({ text }) => SIX_DIGITS.exec(text)?.[0]);
    codes = found.filter((code) => code !== undefined);
    expect(codes.length).toBeGreaterThanOrEqual(count);
  }).toPass({ timeout: 20_000, intervals: [200] });
  return codes.at(-1)!;
}

/** Returns a code that is wrong: one that differs from the right one. */
export function wrongCode(code: string): string {
  return code === '111111' ? '222222' : '111111';
}

/** Opens a page; with scripts, waits until React has hydrated it. */
export async function openPage({ page, lang, scripts }: Shopper, path: string): Promise<void> {
  await page.goto(`/${lang}/${path}`);
  if (scripts) await hydrated(page);
}

export function passwordField({ page }: Shopper, name = 'password') {
  return page.locator(`input[name="${name}"]`);
}

/** Fills in the sign-up form and requests the code. Without scripts the password is asked for together with the code. */
export async function requestSignUpCode(shopper: Shopper, email: string): Promise<void> {
  const { page, t, scripts } = shopper;
  await page.getByLabel(t('auth:signup.firstName')).fill('Ada');
  await page.getByLabel(t('auth:email')).fill(email);
  await page.locator('input[name="agree"]').check();
  if (scripts) await choosePassword(shopper, PASSWORD);
  await page.getByRole('button', { name: t('auth:signup.submit') }).click();
  await expect(codeField(shopper)).toBeVisible();
  if (!scripts) await choosePassword(shopper, PASSWORD);
}

export async function choosePassword(shopper: Shopper, password: string): Promise<void> {
  await passwordField(shopper).fill(password);
  await passwordField(shopper, 'confirmPassword').fill(password);
}

export function codeField({ page, t }: Shopper) {
  return page.getByRole('textbox', { name: t('auth:code.label') });
}

/** Types in the code and submits it. */
export async function submitCode(
  shopper: Shopper,
  code: string,
  button: string,
  clickCount = 1,
): Promise<void> {
  await codeField(shopper).fill(code);
  await shopper.page.getByRole('button', { name: shopper.t(button) }).click({ clickCount });
}

export async function logIn(shopper: Shopper, email: string, password: string): Promise<void> {
  const { page, t } = shopper;
  await page.getByLabel(t('auth:email'), { exact: true }).last().fill(email);
  await passwordField(shopper).fill(password);
  await page
    .getByRole('button', { name: t('auth:login.submit') })
    .first()
    .click();
}

/** Waits until the browser is at a path of the shop, with any query. */
export async function waitForPath({ page, lang }: Shopper, path: string): Promise<void> {
  await page.waitForURL((url) => url.pathname === `/${lang}/${path}`);
}

/** Logs out by a call; the header's logout has a test of its own. */
export async function logOut({ page }: Shopper): Promise<void> {
  const answer = await page.request.get('/gw/auth/token/logout', { headers: { langId: '2' } });
  expect(answer.status()).toBe(200);
}
