import type { Page } from '@playwright/test';
import { SCREENS, expect, hydrated, test } from './test';

const LISTING = '/en/travel-card/listing';
const ASIA = '/en/travel-card/asia';

test('filters and sorting go to the URL, which shows the same again', async ({ page, t }) => {
  await page.goto(LISTING);
  await hydrated(page);
  const all = await total(page);
  await destination(page, 'JP').check();
  await expect(page).toHaveURL(`${LISTING}?countries=JP`);
  await expect.poll(() => total(page)).toBeLessThan(all);
  for (const [name, value] of [
    ['simType', 'esim'],
    ['data', 'lt5'],
    ['days', '7to14'],
    ['voice', 'no'],
    ['networkType', '5G'],
  ] as const) {
    await choose(page, name, value);
    await expect(page).toHaveURL(new RegExp(`[?&]${name}=${value}(&|$)`));
  }
  await page.locator('#sort').selectOption('2');
  await expect(page).toHaveURL(/[?&]sort=2(&|$)/);
  await settled(page);
  const [count, names] = [await total(page), await plans(page)];
  expect(names.length).toBeGreaterThan(0);
  expect(count).toBe(names.length);
  await expect(page.locator('output')).toHaveText(t('listing:count', { count }));
  // A shared address, opened by somebody else.
  const other = await page.context().browser()!.newPage();
  await other.goto(page.url());
  expect(await plans(other)).toEqual(names);
  await expect(destination(other, 'JP')).toBeChecked();
  await expect(other.locator('#sort')).toHaveValue('2');
  await other.close();
});

test('the four ways to sort', async ({ page, t }) => {
  await page.goto(`${LISTING}?countries=JP`);
  await hydrated(page);
  // In groups: only there, its region, the world; each begins with the cheapest.
  const groups = page.getByRole('region', { name: t('listing:results') }).locator('h2');
  await expect(groups).toHaveText([/Japan|日本/, /Japan|日本/, /Japan|日本/]);
  const up = await prices(page);
  const falls = up.filter((price, at) => at > 0 && price < up[at - 1]!);
  expect(falls.length).toBeLessThan(3);
  await expect(page.locator('article img').first()).toHaveAttribute('src', /\/jp\./);
  const seen = new Set([String(await plans(page))]);
  for (const sort of ['2', '3', '4']) {
    await page.locator('#sort').selectOption(sort);
    await expect(page).toHaveURL(new RegExp(`sort=${sort}`));
    await settled(page);
    // The address is there a moment before the list.
    const down = [...up].sort((a, b) => b - a);
    if (sort === '2') await expect.poll(() => prices(page)).toEqual(down);
    else await expect.poll(async () => seen.has(String(await plans(page)))).toBe(false);
    seen.add(String(await plans(page)));
  }
  expect(seen.size).toBe(4);
});

test('the last destination stays selected once the filter is used', async ({ page, t }) => {
  for (const viewport of [SCREENS.desktop.viewport, SCREENS.phone.viewport]) {
    await page.setViewportSize(viewport);
    await page.goto(`${ASIA}?countries=JP`);
    await hydrated(page);
    if (viewport.width < 1201) await page.locator('form summary').first().click();
    const message = page.getByText(t('listing:destinationRequired'));
    const { length } = await plans(page);
    await destination(page, 'JP').click();
    await expect(message).toBeVisible();
    await expect(destination(page, 'JP')).toBeChecked();
    await expect(page).toHaveURL(`${ASIA}?countries=JP`);
    expect(await plans(page)).toHaveLength(length);
    await destination(page, 'KR').check();
    await expect(page).toHaveURL(`${ASIA}?countries=JP,KR`);
    await expect(message).toBeHidden();
    await settled(page);
    await destination(page, 'JP').uncheck();
    await expect(page).toHaveURL(`${ASIA}?countries=KR`);
  }
});

test('all destinations is a choice of its own, and the last tick stays', async ({ page, t }) => {
  await page.goto(`${ASIA}?countries=JP`);
  await hydrated(page);
  await destination(page, 'ALL').click();
  await expect(page).toHaveURL(ASIA);
  await settled(page);
  await expect(destination(page, 'JP')).not.toBeChecked();
  await destination(page, 'ALL').click();
  await expect(page.getByText(t('listing:destinationRequired'))).toBeVisible();
  await expect(destination(page, 'ALL')).toBeChecked();
  await destination(page, 'KR').check();
  await expect(page).toHaveURL(`${ASIA}?countries=KR`);
  await settled(page);
  await expect(destination(page, 'ALL')).not.toBeChecked();
});

test('on phones the filters are a sheet at the bottom', async ({ page, t }) => {
  await page.setViewportSize(SCREENS.phone.viewport);
  await page.goto(ASIA);
  await hydrated(page);
  const open = page.locator('form summary');
  const show = page.getByRole('button', { name: t('listing:apply') });
  await open.click();
  const sheet = page.locator('[data-sheet] + div');
  const { height } = SCREENS.phone.viewport;
  const box = (await sheet.boundingBox())!;
  expect([box.x, Math.round(box.y + box.height)]).toEqual([0, height]);
  expect(box.height).toBeLessThan(0.86 * height);
  await expect(page.locator('html')).toHaveCSS('overflow', 'hidden');
  await page.keyboard.press('Escape');
  await expect(show).toBeHidden();
  await open.click();
  // What is beside the sheet closes it.
  await page.mouse.click(180, 40);
  await expect(show).toBeHidden();
  await expect(page.locator('html')).not.toHaveCSS('overflow', 'hidden');
  await open.click();
  await destination(page, 'JP').check();
  await expect(page).toHaveURL(`${ASIA}?countries=JP`);
  await show.click();
  await expect(show).toBeHidden();
});

test('the message of the destination filter is the one of the error catalogue', ({ t }) => {
  expect(t('listing:destinationRequired')).toBe(t('errors:destination_required'));
});

for (const javaScriptEnabled of [true, false]) {
  test(`the whole list is laid out without scrolling, scripts ${javaScriptEnabled ? 'on' : 'off'}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      javaScriptEnabled,
      viewport: { width: 375, height: 667 },
    });
    const page = await context.newPage();
    await page.goto(LISTING);
    const cards = page.locator('main article');
    const skipped = () =>
      cards.evaluateAll(
        (all) =>
          all.filter((card) => !card.checkVisibility({ contentVisibilityAuto: true })).length,
      );
    expect(await cards.count()).toBeGreaterThan(20);
    await expect.poll(skipped).toBe(0);
    await context.close();
  });
}

test('Back goes through the filters and returns to where the list was left', async ({ page }) => {
  await page.goto(LISTING);
  await hydrated(page);
  await choose(page, 'simType', 'esim');
  await expect(page).toHaveURL(`${LISTING}?simType=esim`);
  await settled(page);
  await page.evaluate(() => scrollTo({ top: 700, behavior: 'instant' }));
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(700);
  await page.locator('article a').nth(8).dispatchEvent('click');
  await page.waitForURL(/travel-card\/[\w-]+\/[\w-]+$/);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(`${LISTING}?simType=esim`);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(700);
  await expect(page.locator('input[name="simType"][value="esim"]')).toBeChecked();
  await page.goBack();
  await expect(page).toHaveURL(LISTING);
  await expect(page.locator('input[name="simType"][value=""]')).toBeChecked();
  await page.goForward();
  await expect(page.locator('input[name="simType"][value="esim"]')).toBeChecked();
});

test('a link opens a page at its top, also one that was left further down', async ({ page }) => {
  await page.goto(LISTING);
  await hydrated(page);
  await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
  await page.locator('nav a[rel="next"]').dispatchEvent('click');
  await expect(page).toHaveURL(`${LISTING}?page=2`);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.locator('header a').first().dispatchEvent('click');
  await expect(page).toHaveURL(LISTING);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test('a changed filter keeps the place on the page', async ({ page }) => {
  await page.goto(LISTING);
  await hydrated(page);
  await page.evaluate(() => scrollTo({ top: 150, behavior: 'instant' }));
  await page.locator('input[name="simType"][value="esim"]').dispatchEvent('click');
  await expect(page).toHaveURL(`${LISTING}?simType=esim`);
  await settled(page);
  expect(await page.evaluate(() => scrollY)).toBe(150);
});

test('destinations are found by names of both languages, pinyin and misspellings', async ({
  page,
}) => {
  for (const keyword of ['Japan', '日本', 'riben', 'jappan']) {
    await page.goto(`${LISTING}?keyword=${encodeURIComponent(keyword)}`);
    await expect(page.locator('article').first(), keyword).toContainText('Japan');
    await expect(page.locator('#search')).toHaveValue(keyword);
  }
  // Once others are chosen the page is not about the word any more.
  await page.goto(`${LISTING}?keyword=Japan&countries=JP`);
  await expect(page.locator('#search')).toHaveValue('Japan');
  await page.goto(`${LISTING}?keyword=Japan&countries=KR`);
  await expect(page.locator('#search')).toHaveValue('');
  await expect(page.locator('article').first()).toContainText('Korea');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the filters are a form', async ({ page, t }) => {
    await page.goto(LISTING);
    await page.locator('input[name="countries"][value="JP"]').check();
    await choose(page, 'simType', 'esim');
    await page.getByRole('button', { name: t('listing:apply') }).click();
    const url = new URL(page.url());
    // Its box was ticked beside the one for all, which it takes the place of.
    expect(url.searchParams.getAll('countries')).toEqual(['ALL', 'JP']);
    await expect(destination(page, 'JP')).toBeChecked();
    await expect(destination(page, 'ALL')).not.toBeChecked();
    expect(url.searchParams.get('simType')).toBe('esim');
    expect(await total(page)).toBe((await plans(page)).length);
    await page.locator('#sort').selectOption('2');
    await page.getByRole('button', { name: t('listing:sort.apply') }).click();
    await expect(page).toHaveURL(/sort=2/);
    const found = await prices(page);
    expect(found).toEqual([...found].sort((a, b) => b - a));
  });

  test('on a phone the chosen region is in sight among its neighbours', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await page.goto('/zh/travel-card/middle-east-africa');
    const chosen = page.locator('nav.overflow-x-auto [aria-current="page"]');
    await expect(chosen).toBeInViewport({ ratio: 0.99 });
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  test('with no destination ticked the filter says that one must be', async ({ page, t }) => {
    await page.goto(ASIA);
    const names = await plans(page);
    await expect(destination(page, 'ALL')).toBeChecked();
    await destination(page, 'ALL').uncheck();
    await page.getByRole('button', { name: t('listing:apply') }).click();
    await expect(page.getByText(t('listing:destinationRequired'))).toBeVisible();
    await expect(destination(page, 'ALL')).toBeChecked();
    expect(await plans(page)).toEqual(names);
    // All of them is a choice, also beside one of before.
    await page.goto(`${ASIA}?countries=JP`);
    await destination(page, 'ALL').check();
    await page.getByRole('button', { name: t('listing:apply') }).click();
    await expect(destination(page, 'ALL')).toBeChecked();
    await expect(destination(page, 'JP')).not.toBeChecked();
    await expect(page.getByText(t('listing:destinationRequired'))).toHaveCount(0);
    expect(await plans(page)).toEqual(names);
  });

  test('the only destination is swapped in one step', async ({ page, t }) => {
    await page.goto(`${ASIA}?countries=JP`);
    await destination(page, 'KR').check();
    await destination(page, 'JP').uncheck();
    await page.getByRole('button', { name: t('listing:apply') }).click();
    await expect(destination(page, 'KR')).toBeChecked();
    await expect(destination(page, 'JP')).not.toBeChecked();
    await expect(page.getByText(t('listing:destinationRequired'))).toHaveCount(0);
  });

  test('taking away the last destination is refused, and it stays selected', async ({
    page,
    t,
  }) => {
    await page.goto(`${ASIA}?countries=JP`);
    const names = await plans(page);
    await destination(page, 'JP').uncheck();
    await page.getByRole('button', { name: t('listing:apply') }).click();
    await expect(page.getByText(t('listing:destinationRequired'))).toBeVisible();
    await expect(destination(page, 'JP')).toBeChecked();
    expect(await plans(page)).toEqual(names);
    await page.getByRole('link', { name: t('listing:reset') }).click();
    await expect(page).toHaveURL(ASIA);
    await expect(page.locator('input[name="countries"]:checked')).toHaveValue('ALL');
  });
});

const destination = (page: Page, code: string) =>
  page.locator(`input[name="countries"][value="${code}"]`);

/** Presses the label, because the radio button itself is invisible. */
async function choose(page: Page, name: string, value: string): Promise<void> {
  await page.locator(`label:has(input[name="${name}"][value="${value}"])`).click();
}

async function settled(page: Page): Promise<void> {
  await expect(page.locator('section[aria-busy="false"]')).toBeAttached();
}

async function total(page: Page): Promise<number> {
  return Number(/\d+/.exec(await page.locator('output').innerText())![0]);
}

function plans(page: Page): Promise<string[]> {
  return page.locator('article :is(h2, h3)').allInnerTexts();
}

async function prices(page: Page): Promise<number[]> {
  const shown = await page.locator('article .text-24').allInnerTexts();
  return shown.map((price) => Number(price.replace(/[^\d.]/g, '')));
}

// In a low window the box beside a plan, or beside the checkout, is higher than what can be seen: it moves with the page until its
// end is seen, and that stays in sight.
for (const [path, button, ...places] of [
  ['/en/travel-card/monthly/m-hk-30g', '[value="buyNow"]', 700, 900],
  ['/en/order?buyNow=jp-10g-15&simType=physical&quantity=1', 'button[value="submit"]', 240, 400],
] as const) {
  test(`the button beside a longer page can be reached from everywhere: ${path}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 420 });
    await page.goto(path);
    for (const y of places) {
      await page.evaluate((top) => scrollTo(0, top), y);
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(y);
      await expect(page.locator(button)).toBeInViewport({ ratio: 1 });
    }
  });
}
