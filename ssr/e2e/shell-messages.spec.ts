import type { Page } from '@playwright/test';
import constants from '../../shared/constants.json' with { type: 'json' };
import { openCart } from './orders';
import { SCREENS, expect, hydrated, test } from './test';

// Messages, questions, touch and prefetching: what the frame does over and around every page.

for (const [width, ms] of [
  [375, 2000],
  [767, 2000],
  [768, 3000],
  [1440, 3000],
] as const) {
  test(`a message stays ${ms} ms at ${width} px`, async ({ page, lang, t }) => {
    await page.clock.install();
    await page.setViewportSize({ width, height: 900 });
    await openCart({ page, lang });
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole('button', { name: /^Remove / }).click();
    await page.getByRole('button', { name: t('common:confirm') }).click();
    const notice = page.getByText(t('cart:removed'));
    await expect(notice).toBeVisible();
    const box = (await notice.boundingBox())!;
    // A toast in the middle at the bottom, a notification in the upper right corner.
    if (width < 768) expect(box.y).toBeGreaterThan(600);
    else expect([box.y < 300, box.x > width / 2]).toEqual([true, true]);
    await page.clock.runFor(ms - 1);
    await expect(notice).toBeVisible();
    await page.clock.runFor(1);
    await expect(notice).toBeHidden();
  });
}

test('the message box asks with Confirm and Cancel', async ({ page, lang, t }) => {
  await openCart({ page, lang });
  const remove = page.getByRole('button', { name: /^Remove / });
  const box = page.getByRole('alertdialog');
  await remove.click();
  await expect(box).toContainText('Remove Japan');
  expect(await box.getByRole('button').allInnerTexts()).toEqual(['Cancel', 'Confirm']);
  expect((await box.boundingBox())!.width).toBe(constants.dialogWidthPx);
  await page.mouse.click(5, 5);
  await expect(box).toBeVisible();
  for (const dismiss of [
    () => box.getByRole('button', { name: t('common:cancel') }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    if (await box.isHidden()) await remove.click();
    await dismiss();
    await expect(box).toBeHidden();
    await expect(remove).toBeFocused();
  }
  await remove.click();
  await box.getByRole('button', { name: t('common:confirm') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('cart:empty.title'));
});

test.describe('touch', () => {
  test.use(SCREENS.phone);

  test('double taps within 300 ms and multi-touch are blocked, not on legal text', async ({
    page,
  }) => {
    await page.goto('/en/home');
    expect(await touches(page)).toEqual({ pinch: true, quickTap: true, slowTap: false });
    // Taps on controls are presses.
    expect((await touches(page, 'header a')).quickTap).toBe(false);
    const control = page.locator('header a').first();
    await expect(control).toHaveCSS('touch-action', 'manipulation');
    await page.goto('/en/terms/privacy-policy');
    expect(await touches(page)).toEqual({ pinch: false, quickTap: false, slowTap: false });
  });

  test('the QR code of the WeChat dialog can be zoomed', async ({ page }) => {
    await page.goto('/en/home');
    expect((await touches(page)).pinch).toBe(true);
    await page.locator('#wechat').evaluate((dialog: HTMLDialogElement) => dialog.showModal());
    expect(await touches(page, '#wechat img')).toEqual({
      pinch: false,
      quickTap: false,
      slowTap: false,
    });
    await page.locator('#wechat').evaluate((dialog: HTMLDialogElement) => dialog.close());
    expect((await touches(page)).pinch).toBe(true);
  });

  test('the rule follows a navigation', async ({ page }) => {
    await page.goto('/en/home');
    await hydrated(page);
    await page.locator('footer a[href="/en/terms/privacy-policy"]').dispatchEvent('click');
    await page.waitForURL('**/en/terms/privacy-policy');
    await expect.poll(async () => (await touches(page)).pinch).toBe(false);
    await page.goBack();
    await page.waitForURL('**/en/home');
    await expect.poll(async () => (await touches(page)).pinch).toBe(true);
  });
});

const KINDS = ['faq', 'contact', 'why_us', 'track', 'terms', 'service', 'cart'] as const;
const PATHS: Record<(typeof KINDS)[number], string> = {
  faq: '/en/faq',
  contact: '/en/contact',
  why_us: '/en/why-us',
  track: '/en/my-order',
  terms: '/en/terms/privacy-policy',
  service: '/en/services/refund',
  cart: '/en/cart',
};

test('prefetching stops while more than 4 are pending', async ({ page }) => {
  const asked = new Set<string>();
  let open = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  await page.route(/\/assets\/(faq|contact|why_us|track|terms|service|cart)-/, async (route) => {
    asked.add(/assets\/(\w+?)-/.exec(route.request().url())![1]!);
    await gate;
    await route.continue();
  });
  await page.goto('/en/home');
  await hydrated(page);
  for (const kind of KINDS) await hover(page, PATHS[kind]);
  await expect.poll(() => asked.size).toBe(constants.preloadMaxPending + 1);
  await page.waitForTimeout(300); // nothing to wait for: the rest must not come
  expect([...asked]).toEqual(KINDS.slice(0, constants.preloadMaxPending + 1));
  open();
  await expect
    .poll(async () => {
      await hover(page, PATHS.cart);
      return asked.has('cart');
    })
    .toBe(true);
  await page.unrouteAll({ behavior: 'wait' });
});

async function hover(page: Page, path: string): Promise<void> {
  await page.locator(`a[href="${path}"]`).last().dispatchEvent('pointerover');
}

/** Which gestures on an element the page keeps from the browser. */
function touches(page: Page, selector = 'main h1') {
  return page.locator(selector).first().evaluate(tryTouches);
}

async function tryTouches(target: Element) {
  const at = (identifier: number) =>
    new Touch({ identifier, target, clientX: 10 * identifier, clientY: 10 });
  const blocked = (type: string, fingers: number) => {
    const list = Array.from({ length: fingers }, (_, i) => at(i));
    const event = new TouchEvent(type, {
      bubbles: true,
      cancelable: true,
      touches: type === 'touchstart' ? list : [],
      changedTouches: list,
    });
    return !target.dispatchEvent(event);
  };
  const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  await rest(350);
  const pinch = blocked('touchstart', 2);
  blocked('touchend', 1);
  const quickTap = blocked('touchend', 1);
  await rest(350);
  return { pinch, quickTap, slowTap: blocked('touchend', 1) };
}
