import type { Locator, Page } from '@playwright/test';
import { accessibilityProblems } from './inspect';
import { addToCart } from './orders';
import { CARD, newEmail, type Shopper } from './purchase';
import { SCREENS, expect, hydrated, test } from './test';
import { providerTexts } from './texts';
import type { BrowserMonitor } from './browserMonitor';

// A purchase by the keyboard alone: Tab, Enter, Space, arrows and letters. After each step the focus is where the next one
// begins; what is under way keeps it.

/** A number of Tab presses that no page needs from its heading to the target. */
const PRESSES = 150;

test.describe('en, desktop', () => {
  test.use({ lang: 'en', ...SCREENS.desktop });

  test('from the home page to the installed eSIM by keyboard', async ({
    page,
    lang,
    t,
    monitor,
  }) => {
    test.slow();
    monitor.allow(422);
    const shopper: Shopper = { page, lang, t, scripts: true };
    await addToCart(shopper);
    await page.goto(`/${lang}/home`);
    await hydrated(page);

    await test.step('a plan is found', async () => {
      await tabTo(page, page.locator('#search-home'));
      await page.keyboard.type('Japan');
      await page.keyboard.press('Enter');
      await arrived(page, /\/travel-card\/listing\?keyword=Japan$/);
      await tabTo(page, page.getByRole('link', { name: 'Japan 10GB 15 days', exact: true }));
      await page.keyboard.press('Enter');
      await arrived(page, /\/jp-10g-15$/);
    });
    await test.step('SIM type, quantity, compatibility', async () => {
      const type = (name: string) => page.getByRole('radio', { name: t(`plan:simType.${name}`) });
      await tabTo(page, type('esim'));
      await page.keyboard.press('ArrowDown');
      await expect(type('physical')).toBeFocused();
      await expect(type('physical')).toBeChecked();
      await page.keyboard.press('ArrowUp');
      await expect(type('esim')).toBeChecked();
      const more = page.getByRole('button', { name: t('common:quantity.more') });
      await tabTo(page, more);
      await pressTen(page, 'Space');
      await expect(page.locator('#buy input[type=number]')).toHaveValue('11');
      await expect(more).toBeFocused();
      await pressTo(page, page.locator('#buy input[type=number]'), '1');
      // Refused, the field that is wrong has the focus.
      await tabTo(page, page.getByRole('button', { name: t('detail:addToCart') }));
      await page.keyboard.press('Enter');
      const check = page.getByRole('checkbox', { name: t('detail:compatibility.label') });
      await expect(check).toBeFocused();
      await expect(check).toHaveAttribute('aria-invalid', 'true');
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.keyboard.press('Space');
      await expect(check).toBeChecked();
      await tabTo(page, page.getByRole('button', { name: t('detail:addToCart') }));
      await page.keyboard.press('Enter');
      await arrived(page, /\/cart$/);
    });
    await test.step('the cart counts every press, up to the most', async () => {
      const name = 'Japan 10GB 15 days';
      const more = page.getByRole('button', { name: t('cart:more', { name }) });
      const field = page.getByLabel(t('cart:quantityOf', { name }));
      await tabTo(page, more);
      await pressTen(page, 'Enter');
      await expect(field).toHaveValue('11');
      await expect(more).toBeFocused();
      await expect.poll(() => savedQuantity(page)).toBe(11);
      const max = Number(await field.getAttribute('max'));
      await pressTo(page, field, String(max - 1));
      await tabTo(page, more);
      for (let n = 0; n < 3; n += 1) await page.keyboard.press('Enter');
      await expect(field).toHaveValue(String(max));
      await expect(more).toBeFocused();
      await expect(more).toHaveAttribute('aria-disabled', 'true');
      await expect.poll(() => savedQuantity(page)).toBe(max);
      await pressTo(page, field, '1');
      await page.keyboard.press('Enter');
      await expect.poll(() => savedQuantity(page)).toBe(1);
    });
    await test.step('a question has the focus, and gives it back', async () => {
      const name = 'Japan 3GB 7 days';
      const remove = page.getByRole('button', { name: t('cart:removeItem', { name }) });
      await tabTo(page, remove);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alertdialog')).toBeVisible();
      expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(
        true,
      );
      await page.keyboard.press('Escape');
      await expect(page.getByRole('alertdialog')).toBeHidden();
      await expect(remove).toBeFocused();
      // What is removed cannot keep it.
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await expect(page.getByRole('button', { name: t('common:confirm') })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(remove).toHaveCount(0);
      await expect(page.locator('main h1')).toBeFocused();
    });
    await test.step('to the checkout, where a refusal names what is wrong', async () => {
      await tabTo(page, page.getByRole('button', { name: t('cart:checkout') }));
      await page.keyboard.press('Enter');
      await openedDocument(page, /\/order$/);
      await tabTo(page, placeButton(shopper));
      await page.keyboard.press('Enter');
      const summary = page.getByRole('alert').filter({ has: page.getByRole('link') });
      await expect(summary).toBeFocused();
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(emailField(shopper)).toBeFocused();
    });
    await checkOut(shopper, true);
    await payAndInstall({ ...shopper, monitor }, true);
  });
});

test.describe('zh, phone', () => {
  test.use({ lang: 'zh', viewport: SCREENS.phone.viewport });

  test('from the catalogue to the installed eSIM by keyboard', async ({
    page,
    lang,
    t,
    monitor,
  }) => {
    test.slow();
    const shopper: Shopper = { page, lang, t, scripts: true };
    await page.goto(`/${lang}/travel-card/listing?simType=esim`);
    await hydrated(page);

    await test.step('the filters open and close', async () => {
      const filters = page.locator('[data-sheet] > summary');
      await tabTo(page, filters);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(() => document.activeElement?.closest('[data-sheet] ~ div') !== null),
      ).toBe(true);
      await page.keyboard.press('Escape');
      await expect(filters).toBeFocused();
      await expect(page.locator('[data-sheet]')).not.toHaveAttribute('open');
    });
    await test.step('the next page is read out from its heading', async () => {
      const next = page.getByRole('link', { name: t('common:pages.next') });
      await tabTo(page, next, 'Shift+Tab');
      await page.keyboard.press('Enter');
      await arrived(page, /[?&]page=2$/);
      await expect(page.locator('#announcer')).toHaveText(
        new RegExp(`^${t('common:pages.page', { number: 2 })}: .`),
      );
      await tabTo(page, page.getByRole('link', { name: t('common:pages.previous') }), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await arrived(page, /\/listing\?simType=esim$/);
    });
    await test.step('a plan is bought at once', async () => {
      const plan = page.locator('main article a').first();
      await tabTo(page, plan);
      await page.keyboard.press('Enter');
      await arrived(page, /\/travel-card\/[\w-]+\/[\w-]+$/);
      await tabTo(page, page.getByRole('checkbox', { name: t('detail:compatibility.label') }));
      await page.keyboard.press('Space');
      await tabTo(page, page.getByRole('button', { name: t('detail:buyNow') }));
      await page.keyboard.press('Enter');
      await openedDocument(page, /\/order\?/);
    });
    await checkOut(shopper, false);
    await payAndInstall({ ...shopper, monitor }, false);
  });
});

function emailField({ page, t }: Shopper) {
  return page.getByLabel(t('checkout:contact.email'), { exact: true });
}

/** From the open checkout to the payment page. While the order is placed, its button says so and keeps the focus. */
async function checkOut(shopper: Shopper, judged: boolean): Promise<void> {
  const { page, t } = shopper;
  await test.step('the order is placed', async () => {
    await tabTo(page, emailField(shopper), 'Shift+Tab');
    await page.keyboard.type(newEmail());
    await tabTo(page, page.getByLabel(t('checkout:contact.fullName'), { exact: true }));
    await page.keyboard.type('Ada');
    await tabTo(page, page.locator('input[name="agree"]'));
    await page.keyboard.press('Space');
    const place = placeButton(shopper);
    await tabTo(page, place);
    const release = await hold(page, /\/order\/encryptSubmit/);
    await page.keyboard.press('Enter');
    const busy = page.locator('button[name="intent"][value="submit"]');
    await expect(busy).toHaveAttribute('aria-disabled', 'true');
    await expect(busy).toBeFocused();
    // Pressed again, nothing happens.
    await page.keyboard.press('Enter');
    if (judged) expect(await accessibilityProblems(page)).toEqual([]);
    release();
    await arrived(page, /\/payment\/\w+$/);
  });
}

/** Pays by card, after one that is declined, and goes on to the install page. */
async function payAndInstall(
  shopper: Shopper & { monitor: BrowserMonitor },
  judged: boolean,
): Promise<void> {
  const { page, lang, t, monitor } = shopper;
  const words = providerTexts(lang);
  const number = page.getByLabel(words.number!);
  const pay = page.locator('form button[type="submit"].btn-primary:visible');
  await test.step('a declined card', async () => {
    monitor.allow(402);
    await expect(number).toBeVisible();
    await tabTo(page, number);
    await page.keyboard.type(CARD.declined);
    await tabTo(page, page.getByLabel(words.expiry!));
    await page.keyboard.type('1234');
    await tabTo(page, page.getByLabel(words.cvc!));
    await page.keyboard.type('123');
    await tabTo(page, pay);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(/\S/);
    await expect(pay).toBeFocused();
    if (judged) expect(await accessibilityProblems(page)).toEqual([]);
  });
  await test.step('an accepted one', async () => {
    await tabTo(page, number, 'Shift+Tab');
    await page.keyboard.press('Control+A');
    await page.keyboard.type(CARD.accepted);
    await tabTo(page, pay);
    const release = await hold(page, /\/confirm$/);
    await page.keyboard.press('Enter');
    await expect(pay).toHaveAttribute('aria-disabled', 'true');
    await expect(pay).toBeFocused();
    release();
    const result = page.getByRole('status').filter({ hasText: t('payment:state.success.title') });
    await expect(result).toBeVisible({ timeout: 20_000 });
    expect(await result.evaluate((box) => box.closest(':focus') !== null)).toBe(true);
    if (judged) expect(await accessibilityProblems(page)).toEqual([]);
  });
  await test.step('the order, and how it is installed', async () => {
    await tabTo(page, page.getByRole('link', { name: t('payment:toOrderReady') }));
    await page.keyboard.press('Enter');
    await arrived(page, /\/my-order\/\w+$/);
    const install = page.getByRole('link', { name: t('server:sim.timeline.install.action') });
    await expect(install).toBeVisible({ timeout: 20_000 });
    await expect(page.locator('main h1')).toBeFocused();
    await tabTo(page, install);
    await page.keyboard.press('Enter');
    await arrived(page, /\/install$/);
    await expect(page.getByLabel(t('order:install.code'), { exact: true })).toBeVisible();
  });
}

function placeButton({ page, t }: Shopper): Locator {
  const [name] = t('checkout:submit', { total: '\n' }).split('\n');
  return page.getByRole('button', { name: name!.trim() });
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  const there = await target.elementHandle();
  for (let n = 0; n < PRESSES; n += 1) {
    await page.keyboard.press(key);
    if (await there!.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${key} does not come to ${String(target)}`);
}

/** The checkout is a document of its own (ssr/app/entry/load.ts), in which the browser begins at the top. */
async function openedDocument(page: Page, url: RegExp): Promise<void> {
  await expect(page).toHaveURL(url);
  await hydrated(page);
}

/** Waits for a page, whose heading has the focus. */
async function arrived(page: Page, url: RegExp): Promise<void> {
  await expect(page).toHaveURL(url);
  await expect(page.locator('main h1')).toBeFocused();
}

async function pressTen(page: Page, key: string): Promise<void> {
  for (let n = 0; n < 10; n += 1) await page.keyboard.press(key);
}

/** Goes back to a field and types over what it holds. */
async function pressTo(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field, 'Shift+Tab');
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

/** The quantity of the plan in the cart, as the shop knows it. */
async function savedQuantity(page: Page): Promise<number | undefined> {
  const answer = await page.request.get('/en/cart/_payload.json');
  const { page: cart } = (await answer.json()) as {
    page: { data: { cart: { items: { goodsId: string; quantity: number }[] } } };
  };
  return cart.data.cart.items.find(({ goodsId }) => goodsId === 'jp-10g-15')?.quantity;
}

/** Delays responses until the returned function is called. */
async function hold(page: Page, url: RegExp): Promise<() => void> {
  let open = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  await page.route(url, async (route) => {
    await gate;
    await route.continue();
  });
  return open;
}
