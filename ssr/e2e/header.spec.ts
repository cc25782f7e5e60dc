import type { Page } from '@playwright/test';
import { LANGS, SCREENS, expect, hydrated, test } from './test';

const TABLET = { width: 768, height: 1024 };

test('cart badge: hidden before the answer and at 0, 99+ above 99', async ({ page }) => {
  let cartCount = 0;
  let answer = () => {};
  const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/gw/mall/us/session', async (route) => {
    await mayAnswer;
    const response = await route.fetch();
    const body = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...body, data: { ...body.data, cartCount } } });
  });
  await page.goto('/en/home');
  await hydrated(page);
  const badge = page.locator('header [data-cart-count]');
  // The state key starts at 1, which nobody may see.
  await expect(badge).toBeHidden();
  answer();
  for (const [count, text] of [
    [1, '1'],
    [99, '99'],
    [100, '99+'],
    [0, ''],
    [12345, '99+'],
  ] as const) {
    cartCount = count;
    // Coming back from the browser's page cache asks again.
    await page.evaluate(() =>
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    );
    await expect(badge).toHaveText(text);
    if (!text) {
      await expect(badge).toBeHidden();
      continue;
    }
    await expect(badge).toBeVisible();
    // However long the number is, the cart can be seen.
    expect(await badge.evaluate(coveredPartOfIcon)).toBeLessThan(0.25);
  }
  await page.unrouteAll({ behavior: 'wait' });
});

test('menu entries open as the server says, version 1 with the language id', async ({
  page,
  request,
}) => {
  for (const [lang, locale, langId] of [
    ['en', 'en_US', '2'],
    ['zh', 'zh_CN', '1'],
  ] as const) {
    const context = { langId, lang: locale, application: '1', tenantId: '20' };
    const answer = await request.get('/gw/cms/api/menu/getShopMenus', {
      params: { userType: '1', ...context },
      headers: context,
    });
    const { data: menus } = (await answer.json()) as { data: MenuItem[] };
    expect(menus.some(({ version }) => version === 1)).toBe(true);
    await page.goto(`/${lang}/home`);
    const links = page.locator('header nav:visible ul a');
    await expect(links).toHaveCount(menus.length);
    for (const [i, menu] of menus.entries()) {
      const link = links.nth(i);
      await expect(link).toContainText(menu.menuName);
      const tail = menu.version === 1 ? `?langId=${langId}` : '';
      await expect(link).toHaveAttribute('href', `${menu.redirectUrl}${tail}`);
      if (menu.redirectType === 1) await expect(link).toHaveAttribute('target', '_blank');
      else await expect(link).not.toHaveAttribute('target');
    }
  }
});

type MenuItem = {
  menuName: string;
  redirectUrl: string;
  redirectType: number;
  version: number;
};

test.describe('fixed header', () => {
  const fixed = (page: Page) =>
    page.evaluate(() => ({
      header: getComputedStyle(document.querySelector('[data-header]')!).position,
      body: getComputedStyle(document.body).paddingTop,
    }));
  const FIXED = { header: 'fixed', body: '90px' };
  const FREE = { header: 'static', body: '0px' };

  test('only above 1000 px width, only past 90 px', async ({ page }) => {
    await page.goto('/en/home');
    for (const [width, scroll, want] of [
      [1440, 90, FREE],
      [1440, 91, FIXED],
      [1001, 91, FIXED],
      [1000, 500, FREE],
      [768, 500, FREE],
      [375, 500, FREE],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), scroll);
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(scroll);
      await expect.poll(() => fixed(page), `${width} px, ${scroll} px`).toEqual(want);
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      await expect.poll(() => fixed(page)).toEqual(FREE);
    }
  });

  test('what is below does not jump when the header is fixed', async ({ page }) => {
    await page.setViewportSize(SCREENS.desktop.viewport);
    await page.goto('/en/home');
    const top = () =>
      page.evaluate(() => document.querySelector('main')!.getBoundingClientRect().top + scrollY);
    const before = await top();
    await page.evaluate(() => scrollTo({ top: 400, behavior: 'instant' }));
    await expect.poll(async () => (await fixed(page)).header).toBe('fixed');
    expect(await top()).toBe(before);
  });

  test('a page without a header makes no room for one', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 600 });
    await page.goto('/en/signup');
    await hydrated(page);
    const top = () =>
      page.evaluate(() => document.querySelector('form')!.getBoundingClientRect().top + scrollY);
    const before = await top();
    await page.evaluate(() => scrollTo({ top: 200, behavior: 'instant' }));
    await page.evaluate(
      () => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r))),
    );
    await expect(page.locator('body')).toHaveCSS('padding-top', '0px');
    expect(await top()).toBe(before);
  });
});

test.describe('mobile menu', () => {
  for (const viewport of [SCREENS.phone.viewport, TABLET]) {
    test(`locks scrolling while open: ${viewport.width} px`, async ({ page, t }) => {
      await page.setViewportSize(viewport);
      await page.goto('/en/home');
      const toggle = page.locator('[data-mobile-menu] > summary');
      const drawer = page.locator('[data-mobile-menu] nav').first();
      await toggle.click();
      await expect(drawer).toBeVisible();
      await page.mouse.move(100, 400);
      await page.mouse.wheel(0, 800);
      await expect(page.locator('html')).toHaveCSS('overflow', 'hidden');
      expect(await page.evaluate(() => scrollY)).toBe(0);
      await page.keyboard.press('Escape');
      await expect(drawer).toBeHidden();
      await expect(page.locator('html')).not.toHaveCSS('overflow', 'hidden');
      // A link closes it, and the new page scrolls.
      await hydrated(page);
      await toggle.click();
      await drawer.getByRole('link', { name: t('common:track') }).click();
      await page.waitForURL('**/en/my-order');
      await expect(drawer).toBeHidden();
      await expect(page.locator('html')).not.toHaveCSS('overflow', 'hidden');
    });
  }

  test('closed it is not displayed, so that no browser lays it out for the field in it', async ({
    page,
  }) => {
    await page.setViewportSize(SCREENS.phone.viewport);
    await page.goto('/en/home');
    const held = page.locator('[data-mobile-menu] > :not(summary)');
    await expect(held).toHaveCSS('display', 'none');
    await page.locator('[data-mobile-menu] > summary').click();
    await expect(held).toHaveCSS('display', 'block');
  });

  test('a window made wider while it is open scrolls again', async ({ page }) => {
    await page.setViewportSize(TABLET);
    await page.goto('/en/home');
    await page.locator('[data-mobile-menu] > summary').click();
    await expect(page.locator('html')).toHaveCSS('overflow', 'hidden');
    await page.setViewportSize(SCREENS.desktop.viewport);
    await expect(page.locator('html')).not.toHaveCSS('overflow', 'hidden');
  });

  test('1200 px has the menu button, 1201 px the menu', async ({ page }) => {
    await page.setViewportSize({ width: 1200, height: 800 });
    await page.goto('/en/home');
    await expect(page.locator('[data-mobile-menu]')).toBeVisible();
    await page.setViewportSize({ width: 1201, height: 800 });
    await expect(page.locator('[data-mobile-menu]')).toBeHidden();
    await expect(page.locator('header nav:visible ul a').first()).toBeVisible();
  });
});

test('the logo leads to the catalogue', async ({ page }) => {
  await page.goto('/zh/faq');
  await page.locator('header a').first().click();
  await page.waitForURL('**/zh/travel-card/listing');
});

test.describe('footer', () => {
  test('menu entries have their icons at 1201 px and in the drawer, and fit', async ({ page }) => {
    for (const lang of LANGS) {
      for (const width of [1201, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`/${lang}/home`);
        const entries = page.locator('header nav:visible').first().locator('li > a');
        const count = await entries.count();
        expect(count).toBeGreaterThan(3);
        await expect(entries.locator('svg, img')).toHaveCount(count);
        const { bar, wide } = await page.evaluate(() => ({
          bar: [...document.querySelectorAll('header .container-page > *')].map((part) => {
            const { left, right } = part.getBoundingClientRect();
            return right === 0 ? undefined : [left, right];
          }),
          wide: document.documentElement.scrollWidth,
        }));
        expect(wide).toBe(width);
        const shown = bar.filter((part) => part !== undefined);
        for (const [at, [left]] of shown.entries())
          if (at > 0) expect(left!).toBeGreaterThanOrEqual(shown[at - 1]![1]! - 0.5);
        const last = await entries.last().boundingBox();
        expect(last!.x + last!.width).toBeLessThanOrEqual(shown[1]![1]! + 0.5);
      }
    }
    await page.setViewportSize(SCREENS.phone.viewport);
    await page.goto('/en/home');
    await page.locator('[data-mobile-menu] > summary').click();
    await expect(page.locator('[data-mobile-menu] nav svg').first()).toBeVisible();
  });

  test('what is in the row of the header stands side by side on every site', async ({
    page,
    baseURL,
  }) => {
    for (const site of ['', 'hk.', 'uk.']) {
      for (const width of [1201, 1380, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`${baseURL!.replace('//', `//${site}`)}/en/home`);
        const row = await page.evaluate(() => ({
          // A link that is narrower than its words needs is as good as none to the word beside it.
          squeezed: [...document.querySelectorAll('header [hreflang], header nav a')]
            .filter((part) => part.checkVisibility() && part.scrollWidth > part.clientWidth)
            .map((part) => part.textContent),
          beyond: [...document.querySelectorAll('header .container-page > *')].some(
            (part) =>
              part.getBoundingClientRect().right >
              part.parentElement!.getBoundingClientRect().right,
          ),
        }));
        expect(row, `${site} ${width}`).toEqual({ squeezed: [], beyond: false });
      }
    }
  });

  test('columns on desktop, an accordion up to 1200 px', async ({ page, t }) => {
    const faq = page.locator('footer').getByRole('link', { name: t('footer:faq') });
    const column = page.locator('footer summary', { hasText: t('footer:help') });
    for (const width of [1440, 1201]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/en/home');
      await expect(faq).toBeVisible();
      await expect(column).toBeHidden();
    }
    for (const width of [1200, TABLET.width, SCREENS.phone.viewport.width]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(faq).toBeHidden();
      await column.click();
      await expect(faq).toBeVisible();
      await column.click();
      await expect(faq).toBeHidden();
    }
  });

  test('hotline with area code, support email, legal links, corporate site, copyright', async ({
    page,
    t,
  }) => {
    await page.goto('/en/home');
    const footer = page.locator('footer');
    await expect(footer.locator('a[href^="tel:+852"]')).toContainText('+852 ');
    await expect(footer.locator('a[href^="mailto:support@"]')).toBeVisible();
    for (const name of ['terms-and-conditions', 'privacy-policy', 'disclaimer', 'cookie-policy']) {
      await expect(footer.locator(`a[href="/en/terms/${name}"]`)).toBeVisible();
    }
    const corporate = footer.getByRole('link', { name: t('footer:corporate') });
    await expect(corporate).toHaveAttribute('href', /^https:\/\//);
    await expect(footer.getByText(/^©/)).toBeVisible();
  });

  test('region selector: the current site is marked, others open in a new tab', async ({
    page,
    context,
  }) => {
    await page.goto('/en/home');
    const sites = page.locator('footer a[target="_blank"]:has(img[src])');
    await expect(sites).toHaveCount(3);
    const current = sites.and(page.locator('[aria-current="true"]'));
    await expect(current).toHaveCount(1);
    await expect(current).toContainText('Roamcart Global');
    const opened = context.waitForEvent('page');
    await sites.filter({ hasText: 'Hong Kong' }).click();
    const other = await opened;
    await other.waitForURL(/^http:\/\/hk\.localhost/);
    await expect(other.locator('footer a[aria-current="true"]')).toContainText(/Hong Kong|香港/);
    expect(new URL(page.url()).hostname).toBe('localhost');
  });

  for (const [width, shown] of [
    [1440, 620],
    [768, 620],
    [375, 337],
  ] as const) {
    test(`WeChat dialog at ${width} px: ${shown} px wide, the mask does not close it`, async ({
      page,
      t,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/en/home');
      if (width < 1201) {
        await page.locator('footer summary', { hasText: t('footer:help') }).click();
      }
      await page.locator('footer [data-dialog-open="wechat"]').click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('heading')).toHaveText('Chat with us on WeChat');
      await expect(dialog.getByRole('img', { name: t('common:wechatQr') })).toBeVisible();
      await expect(dialog.getByText('Scan with WeChat')).toBeVisible();
      expect((await dialog.boundingBox())!.width).toBe(shown);
      await page.mouse.click(5, 5);
      await expect(dialog).toBeVisible();
      await dialog.getByRole('button', { name: t('common:close') }).click();
      await expect(dialog).toBeHidden();
    });
  }
});

function coveredPartOfIcon(badge: Element): number {
  const above = badge.getBoundingClientRect();
  const icon = badge.parentElement!.querySelector('svg')!.getBoundingClientRect();
  const width = Math.min(above.right, icon.right) - Math.max(above.left, icon.left);
  const height = Math.min(above.bottom, icon.bottom) - Math.max(above.top, icon.top);
  return (width * height) / (icon.width * icon.height);
}
