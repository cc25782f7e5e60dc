import type { Page } from '@playwright/test';
import { PASSWORD } from './account';
import { registerCustomer } from './customers';
import { cachedPages, openOfflinePage, workerReady } from './cacheStorage';
import { FAULTS, LATE_MS, test, type Fault, type Network, type ActiveFault } from './network';
import { addToCart, gatewayOf, openKit, placeOrder } from './orders';
import type { Shopper } from './purchase';
import { LANGS, SCREENS, expect, hydrated } from './test';
import { texts } from './texts';

// What a bad network does to a page that is used: nothing on it is lost, and it goes on when the network is back. Each
// thing that can fail meets each fault; languages and screens take turns, so that each of them meets both.

const PAGES = /\/_payload\.json/;
const CALLS = /^\/gw\//;
const NEWER = 'ffffffffffff';
const OTHER = { en: 'zh', zh: 'en' } as const;
const HTML = { en: 'en', zh: 'zh-Hans' };

/** The context of a test of this file. */
type Scene = Shopper & { network: Network; fault: Fault };

const FAILURES: Record<string, (scene: Scene) => Promise<void>> = {
  'a form keeps what was typed and is sent again': submits,
  'a quantity change is sent once the network is back': steps,
  'a link falls back to a document load': follows,
  'polling keeps the page as it is': looks,
  'a newer build keeps the form input': newerBuild,
  'a new service worker delays no page and keeps the install page': newerWorker,
  'the install page is shown from the device': showsKit,
  'whoever switches the language and logs in comes to the page in that language': switches,
};

for (const [row, [what, act]] of Object.entries(FAILURES).entries()) {
  for (const [column, fault] of FAULTS.entries()) {
    const lang = LANGS[(row + column) % 2]!;
    const screen = (row + (column >> 1)) % 2 ? 'phone' : 'desktop';
    test.describe(() => {
      test.use({ lang, ...SCREENS[screen] });

      test(`${fault}: ${what}: ${lang}, ${screen}`, async ({ page, t, monitor, network }) => {
        monitor.allow(503);
        monitor.ignore(/Failed to load|ERR_|net::/);
        await act({ page, lang, t, scripts: true, network, fault });
      });
    });
  }
}

async function submits(scene: Scene): Promise<void> {
  const { page, lang, t } = scene;
  await forward(scene);
  await page.goto(`/${lang}/contact`);
  await hydrated(page);
  const typed = { firstName: 'Ada', lastName: '洛夫莱斯', email: 'ada@example.com' };
  for (const [name, value] of Object.entries(typed))
    await page.locator(`main input[name="${name}"]`).fill(value);
  await page.locator('main textarea').fill('first line\n第二行');
  const trouble = await breaks(scene, CALLS);
  await page.getByRole('button', { name: t('contact:submit') }).click();
  const toast = page.locator('.notice', { hasText: t('common:error.send') });
  await fails(scene, trouble, () => expect(toast).toBeVisible());
  await expect(page.locator('header').first()).toBeVisible();
  for (const [name, value] of Object.entries(typed))
    await expect(page.locator(`main input[name="${name}"]`)).toHaveValue(value);
  await expect(page.locator('main textarea')).toHaveValue('first line\n第二行');
  await goesOn(scene, trouble);
  await expect(page.getByRole('heading', { name: t('contact:sent.title') })).toBeVisible();
  await expect(toast).toHaveCount(0);
}

async function steps(scene: Scene): Promise<void> {
  const { page, lang, t } = scene;
  await forward(scene);
  await addToCart(scene);
  await page.goto(`/${lang}/cart`);
  await hydrated(page);
  const trouble = await breaks(scene, /\/gw\/mall\/cart|_payload/);
  await page.locator('main button[name="step"]').last().click();
  const toast = page.locator('.notice').first();
  await fails(scene, trouble, () => expect(toast).toBeVisible());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('cart:title'));
  await expect(page.locator('header').first()).toBeVisible();
  await goesOn(scene, trouble);
  await expect(page.locator('.notice')).toHaveCount(0);
  await expect(page.locator('main dd')).toHaveText('$13.00');
  await page.reload();
  await expect(page.locator('main input[type="number"]')).toHaveValue('2');
}

async function follows(scene: Scene): Promise<void> {
  const { page, t, fault } = scene;
  // This one is really waited for.
  test.slow(fault === 'late');
  const kit = await openKit(scene);
  await expect(page.getByText(t('offline:notice'))).toBeVisible();
  await workerReady(page);
  const trouble = await breaks(scene, PAGES);
  await page.getByRole('link', { name: t('order:install.back') }).click();
  if (fault === 'offline') {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('offline:title'));
    const orderNo = kit.split('/').at(-2)!;
    await page.getByRole('link', { name: t('offline:order', { orderNo }) }).click();
    await expect(page.getByLabel(t('order:install.code'), { exact: true })).toBeVisible();
  } else {
    await page.waitForURL(`**${kit.replace('/install', '')}`, { timeout: 2 * LATE_MS });
    await expect(page.locator('html[data-js="1"]')).toBeAttached();
    await expect(
      page.getByRole('link', { name: t('server:sim.timeline.install.action') }),
    ).toBeVisible();
  }
  await trouble.restore();
}

async function looks(scene: Scene): Promise<void> {
  const { page, lang, t, fault } = scene;
  await page.clock.install();
  const gateway = gatewayOf(scene);
  const { orderNo } = await placeOrder(gateway, { paymentMethod: 'wechat_pay' });

  await test.step('the payment, and its code', async () => {
    await page.goto(`/${lang}/payment/${orderNo}`);
    const app = t('payment:method.wechat_pay');
    const code = page.getByRole('img', { name: t('payment:scan.alt', { app }) });
    await expect(code).toBeVisible();
    const trouble = await breaks(scene, /\/payment\/us\/status|_payload/);
    await page.clock.fastForward(5000);
    await trouble.asked;
    if (fault === 'late') await page.clock.fastForward(LATE_MS);
    await page.clock.fastForward(6000);
    await expect(code).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('payment:title'));
    await expect(page.locator('.notice')).toHaveCount(0);
    await trouble.restore();
    // An answer to what was asked before may still be on its way.
    const answered = page.waitForResponse(
      (answer) => answer.url().includes('/payment/us/status') && answer.status() === 200,
    );
    await page.clock.fastForward(6000);
    await answered;
  });
  await test.step('the install page, which is not there yet', async () => {
    await page.goto(`/${lang}/my-order/${orderNo}/install`);
    await hydrated(page);
    await expect(page.getByText(t('errors:install_unpaid'))).toBeVisible();
    const trouble = await breaks(scene, PAGES);
    await page.clock.fastForward(6000);
    await trouble.asked;
    if (fault === 'late') await page.clock.fastForward(LATE_MS);
    const toast = page.locator('.notice', { hasText: t('common:error.load') });
    await expect(toast).toBeVisible();
    await expect(page.getByText(t('errors:install_unpaid'))).toBeVisible();
    await trouble.restore();
    await page.clock.fastForward(60_000);
    await expect(toast).toHaveCount(0);
  });
}

async function newerBuild(scene: Scene): Promise<void> {
  const { page, lang, network } = scene;
  await page.goto(`/${lang}/contact`);
  await hydrated(page);
  await page.locator('main textarea').fill('It does not connect.');
  await page.evaluate(() => document.documentElement.setAttribute('data-test-same', '1'));
  const same = page.locator('html[data-test-same]');
  const trouble = await breaks(scene, /\/builds\/latest/);
  await comeBack(page);
  await trouble.asked;
  await trouble.restore();
  network.build = NEWER;
  const known = page.waitForEvent('requestfinished', (asked) => asked.url().includes('/builds/'));
  await comeBack(page);
  await known;
  await expect(page.locator('main textarea')).toHaveValue('It does not connect.');
  await expect(same).toBeAttached();
  // The next page is of the newer build, and a document.
  await page.locator(`main a[href^="/${lang}/faq"]`).first().click();
  await page.waitForURL(`**/${lang}/faq*`);
  await expect(page.locator('#boot')).toHaveAttribute('data-build', NEWER);
  await expect(same).toHaveCount(0);
}

async function newerWorker(scene: Scene): Promise<void> {
  const { page, lang, t, network, fault } = scene;
  const kit = await openKit(scene);
  await expect(page.getByText(t('offline:notice'))).toBeVisible();
  await workerReady(page);
  await page.goto(`/${lang}/why-us`);
  // A page that hydrates with data of a newer build loads itself anew.
  await hydrated(page);
  network.build = NEWER;
  const taken = page.evaluate(async () => {
    const { serviceWorker } = navigator;
    const taken = new Promise((resolve) => {
      serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    });
    await (await serviceWorker.getRegistration())!.update();
    await taken;
  });
  // Its files come, and then the network is what it is.
  const trouble = fault === 'offline' ? undefined : await breaks(scene, /\/install$/);
  await taken;
  const offline = fault === 'offline' ? await breaks(scene, /\/install$/) : undefined;
  if (offline) await openOfflinePage(page, `/${lang}/faq`, t('offline:title'));
  else {
    await page.goto(`/${lang}/faq`, { timeout: 5000 });
    await expect(page.locator('main details').first()).toBeVisible();
  }
  await trouble?.asked;
  expect(await cachedPages(page)).toEqual([kit]);
  if (trouble) {
    await trouble.restore();
    await page.context().setOffline(true);
  }
  await page.goto(kit);
  await expect(page.getByLabel(t('order:install.code'), { exact: true })).toBeVisible();
  await page.context().setOffline(false);
}

async function showsKit(scene: Scene): Promise<void> {
  const { page, lang, t } = scene;
  const kit = await openKit(scene);
  const code = page.getByLabel(t('order:install.code'), { exact: true });
  const matchingId = await code.inputValue();
  await expect(page.getByText(t('offline:notice'))).toBeVisible();
  await workerReady(page);
  await page.goto(`/${lang}/faq`);
  const trouble = await breaks(scene, /\/install$/);
  await page.goto(kit, { timeout: LATE_MS / 2 });
  await expect(code).toHaveValue(matchingId);
  await hydrated(page);
  await expect(page.getByText(t('offline:notice'))).toBeVisible({ timeout: LATE_MS });
  expect(await cachedPages(page)).toEqual([kit]);
  await trouble.restore();
}

async function switches(scene: Scene): Promise<void> {
  const { page, lang, t } = scene;
  const to = OTHER[lang];
  const email = await registerCustomer(gatewayOf(scene));
  await page.context().clearCookies();
  await page.goto(`/${lang}/login?redirect=%2F${lang}%2Fmy-account%2Forders`);
  await hydrated(page);
  await page.locator('input[name="email"]').fill(email);
  await forward(scene);
  const nav = page.getByRole('navigation', { name: t('common:language') });
  await nav.locator(`[hreflang="${HTML[to]}"]`).click();
  await expect(page.locator('html')).toHaveAttribute('lang', HTML[to]);
  await hydrated(page);
  const words = texts(to);
  const there = { ...scene, lang: to, t: words };
  await page.locator('input[name="password"]').first().fill(PASSWORD);
  const trouble = await breaks(there, /\/gw\/auth\/token\/login/);
  await page
    .getByRole('button', { name: words('auth:login.submit') })
    .first()
    .click();
  const toast = page.locator('.notice', { hasText: words('common:error.send') });
  await fails(there, trouble, () => expect(toast).toBeVisible());
  await expect(page.locator('input[name="password"]').first()).toHaveValue(PASSWORD);
  await goesOn(there, trouble);
  await page.waitForURL(`**/${to}/my-account/orders`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words('account:orders.title'));
  await expect(page.locator('html')).toHaveAttribute('lang', HTML[to]);
  await expect(page.locator('header a[href*="/my-order"]').first()).toHaveAttribute(
    'href',
    new RegExp(`^/${to}/`),
  );
}

/** Installs a fake clock for the fault `late`, so that the test can advance it past the timeout. */
async function forward({ page, fault }: Scene): Promise<void> {
  if (fault === 'late') await page.clock.install();
}

function breaks({ page, network, fault }: Scene, urls: RegExp): Promise<ActiveFault> {
  return network.breakResponses(page.context(), fault, urls);
}

/** Waits until the page shows an error. */
async function fails(
  { page, fault }: Scene,
  trouble: ActiveFault,
  said: () => Promise<void>,
): Promise<void> {
  await trouble.asked;
  if (fault === 'late') await page.clock.fastForward(LATE_MS);
  await said();
}

/** Restores the network. Requests that never left the device are sent automatically; others are retried by hand. */
async function goesOn({ page, t, fault }: Scene, trouble: ActiveFault): Promise<void> {
  await trouble.restore();
  if (fault === 'offline') return;
  const toast = page.locator('.notice').first();
  await toast.getByRole('button', { name: t('common:error.again') }).click();
}

/** What a tab does when the shopper returns to it. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}
