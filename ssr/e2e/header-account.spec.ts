import type { Page } from '@playwright/test';
import constants from '../../shared/constants.json' with { type: 'json' };
import { horizontalOverflow } from './inspect';
import { LANGS, SCREENS, expect, hydrated, test } from './test';

// The session responses are mocked; the tests check what the header shows for them.

for (const lang of LANGS) {
  test.describe(() => {
    test.use({ lang });

    test(`logged out: the login link remembers the page, ${lang}`, async ({ page, t }) => {
      await openWithAccounts(page, lang, false);
      const link = page.locator('header').getByRole('link', { name: t('common:account.login') });
      await expect(link).toBeVisible();
      await expect(link).toHaveAttribute('href', `/${lang}/login?redirect=%2F${lang}%2Ffaq`);
      await expect(dropdown(page)).toBeHidden();
    });

    test(`logged in: a dropdown with everything about the account, ${lang}`, async ({
      page,
      t,
    }) => {
      await openWithAccounts(page, lang, true);
      const header = page.locator('header');
      await expect(header.getByRole('link', { name: t('common:account.login') })).toBeHidden();
      await dropdown(page).locator('summary').click();
      const links = dropdown(page).getByRole('link');
      await expect(links).toHaveText(
        ['info', 'orders', 'sims', 'delete'].map((name) => t(`common:account.${name}`)),
      );
      for (const [i, tail] of ['', '/orders', '/sims-info', '/delete-account'].entries()) {
        await expect(links.nth(i)).toHaveAttribute('href', `/${lang}/my-account${tail}`);
      }
      const button = dropdown(page).getByRole('button', { name: t('common:account.logout') });
      await expect(button).toBeVisible();
    });
  });
}

test('before the answer it is the logged-out header, and nothing moves when the answer comes', async ({
  page,
  t,
}) => {
  const answer = await holdSession(page, true);
  await openWithAccounts(page, 'en', undefined);
  const link = page.locator('header').getByRole('link', { name: t('common:account.login') });
  await expect(link).toBeVisible();
  const cart = page.locator('header a[href="/en/cart"]');
  const before = await cart.boundingBox();
  await answer();
  await expect(dropdown(page)).toBeVisible();
  expect(await cart.boundingBox()).toEqual(before);
});

for (const width of [1201, 1440]) {
  test(`everything has its place in one row at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const lang of LANGS) {
      await openWithAccounts(page, lang, true);
      await dropdown(page).locator('summary').click();
      await expect(dropdown(page).getByRole('link').last()).toBeVisible();
      expect(await horizontalOverflow(page)).toBe(0);
      expect((await page.locator('header').boundingBox())!.height).toBe(90);
      // The row ends where the page's content does.
      const row = await page.locator('header > div').evaluate((box) => {
        const room =
          box.getBoundingClientRect().right - parseFloat(getComputedStyle(box).paddingRight);
        return room - box.lastElementChild!.getBoundingClientRect().right;
      });
      expect(row).toBeGreaterThanOrEqual(0);
    }
  });
}

test('the dropdown works by keyboard, and closes on Escape and on a press elsewhere', async ({
  page,
}) => {
  await openWithAccounts(page, 'en', true);
  const summary = dropdown(page).locator('summary');
  const first = dropdown(page).getByRole('link').first();
  // It is there once the session has answered; what is hidden takes no focus.
  await expect(summary).toBeVisible();
  await summary.focus();
  await page.keyboard.press('Enter');
  await expect(first).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(first).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(first).toBeHidden();
  await expect(summary).toBeFocused();
  await summary.click();
  await expect(first).toBeVisible();
  await page.mouse.click(20, 400);
  await expect(first).toBeHidden();
  await summary.click();
  await page.locator('header a').first().focus();
  await expect(first).toBeHidden();
});

test.describe('on phones', () => {
  test.use(SCREENS.phone);

  test('the drawer holds the login link, or the entries of the account', async ({ page, t }) => {
    for (const isLogin of [false, true]) {
      await openWithAccounts(page, 'en', isLogin);
      await page.locator('[data-mobile-menu] > summary').click();
      const drawer = page.locator('[data-mobile-menu]');
      const login = drawer.getByRole('link', { name: t('common:account.login') });
      const orders = drawer.getByRole('link', { name: t('common:account.orders') });
      await expect(isLogin ? orders : login).toBeVisible();
      await expect(isLogin ? login : orders).toBeHidden();
    }
  });
});

test('logging out covers the page, reloads it, and says so for 5 seconds', async ({ page, t }) => {
  await page.clock.install();
  await openWithAccounts(page, 'en', true);
  await dropdown(page).locator('summary').click();
  await page.clock.pauseAt(Date.now() + 60_000);
  let open = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  await page.route('**/gw/auth/token/logout*', async (route) => {
    await gate;
    await route.fulfill({ json: { status: 200, success: true, code: 'ok', data: {} } });
  });
  const loaded = page.waitForEvent('load');
  await dropdown(page).getByRole('button').click();
  await expect(page.locator('.loading-mask')).toHaveText('loading...');
  await session(page, false);
  open();
  await loaded;
  // Time stands still, and nobody presses anything: the message does not wait for either.
  await hydrated(page);
  expect(new URL(page.url()).pathname).toBe('/en/faq');
  const message = page.getByText(t('common:login.logoutSuccess'));
  await expect(message).toBeVisible();
  await page.clock.runFor(constants.logoutMessageMs - 1);
  await expect(message).toBeVisible();
  await page.clock.runFor(1);
  await expect(message).toBeHidden();
  await page.reload();
  await page.mouse.click(5, 400);
  await hydrated(page);
  await expect(message).toBeHidden();
});

test('logging out on a page of my account leads to the site root', async ({ page, t, monitor }) => {
  monitor.allow(404);
  await openWithAccounts(page, 'en', true);
  await page.evaluate(() => history.replaceState(history.state, '', '/en/my-account/orders'));
  await page.route('**/gw/auth/token/logout*', (route) =>
    route.fulfill({ json: { status: 200, success: true, code: 'ok', data: {} } }),
  );
  await session(page, false);
  await dropdown(page).locator('summary').click();
  await dropdown(page).getByRole('button').click();
  await page.waitForURL('**/en/home');
  await hydrated(page);
  await expect(page.getByText(t('common:login.logoutSuccess'))).toBeVisible();
});

test('a logout that fails says why, and the page stays', async ({ page, monitor }) => {
  monitor.allow(500);
  await openWithAccounts(page, 'en', true);
  await page.route('**/gw/auth/token/logout*', (route) =>
    route.fulfill({
      status: 500,
      json: { status: 500, success: false, code: 'internal', message: 'Not now.' },
    }),
  );
  await dropdown(page).locator('summary').click();
  await dropdown(page).getByRole('button').click();
  await expect(page.getByText('Not now.')).toBeVisible();
  await expect(page.locator('.loading-mask')).toHaveCount(0);
  await expect(dropdown(page)).toBeVisible();
});

function dropdown(page: Page) {
  return page.locator('header [data-dropdown]');
}

/** Opens the FAQ with a mocked session; undefined leaves the session call as it is. */
async function openWithAccounts(page: Page, lang: string, isLogin: boolean | undefined) {
  if (isLogin !== undefined) await session(page, isLogin);
  await page.route('**/faq/_payload.json*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { page: { shell: object } };
    Object.assign(body.page.shell, { features: ['account', 'sims'] });
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto(`/${lang}/why-us`);
  await hydrated(page);
  await page.locator(`footer a[href="/${lang}/faq"]`).dispatchEvent('click');
  await page.waitForURL(`**/${lang}/faq`);
  // A navigation ends with the focus on the heading; what a test focuses before that loses it again.
  await expect(page.locator('h1')).toBeFocused();
  await expect(dropdown(page)).toBeAttached();
}

async function session(page: Page, isLogin: boolean): Promise<void> {
  await page.unroute('**/gw/mall/us/session');
  await page.route('**/gw/mall/us/session', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: object };
    const user = isLogin ? { user: { firstName: 'Ada' } } : {};
    await route.fulfill({
      response: answer,
      json: { ...body, data: { ...body.data, isLogin, ...user } },
    });
  });
}

/** Delays the response of the session call until the returned function is called. */
async function holdSession(page: Page, isLogin: boolean): Promise<() => Promise<void>> {
  let open = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  await page.route('**/gw/mall/us/session', async (route) => {
    await gate;
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: object };
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, isLogin } } });
  });
  return async () => {
    open();
    await page.unrouteAll({ behavior: 'wait' });
  };
}
