import type { Page } from '@playwright/test';
import { SCREENS, expect, hydrated, test } from './test';

// A page that is read brings the part of the style sheet that it needs. Nothing may look different when the whole sheet
// comes, whatever is open on the page by then.

// Either width has its rules in the same part, so each page is looked at once.
const PAGES = {
  desktop: [
    'en/home',
    'zh/travel-card/listing',
    'en/travel-card/europe',
    'zh/travel-card/monthly/m-hk-30g',
    'en/faq',
    'en/contact',
  ],
  phone: [
    'zh/home',
    'en/travel-card/asia/jp-10g-15',
    'en/esim',
    'en/esim/module',
    'zh/terms/privacy-policy',
    'en/why-us',
  ],
} as const;

for (const screen of ['desktop', 'phone'] as const) {
  test.describe(() => {
    test.use(SCREENS[screen]);

    test(`pages look the same with their part of the styles as with all: ${screen}`, async ({
      page,
    }) => {
      test.slow(); // It reads every property of six pages, twice.
      // The overlay moves, and ends, by itself.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      // Where data is saved the application, which brings the whole sheet, does not come.
      await page.addInitScript(() => {
        const value = { saveData: true };
        Object.defineProperty(navigator, 'connection', { value, configurable: true });
      });
      for (const path of PAGES[screen]) {
        await page.goto(`/${path}`);
        // The answer about who this is changes the header; a shop that has just started takes its time.
        await expect(page.locator('html[data-login="0"]')).toBeAttached();
        await expect(page.locator('link[rel="stylesheet"]')).toHaveCount(0);
        await expect(page.locator('.overlay')).toBeHidden();
        const later = page.locator('[class*="defer-"]:not([style])');
        await expect(later, 'what is laid out later').toHaveCount(0);
        await page.evaluate(openAll);
        // Compared in the page: hundred thousands of texts on their way out of it take seconds.
        const before = await page.evaluateHandle(looks);
        expect(await before.evaluate((found) => found.length)).toBeGreaterThan(10_000);
        await addAll(page);
        const after = await page.evaluateHandle(looks);
        const changed = await before.evaluate(
          (looked, looks) =>
            looked.flatMap((look, i) => (look === looks[i] ? [] : [[look, looks[i]]])).slice(0, 5),
          after,
        );
        expect([path, ...changed]).toEqual([path]);
      }
    });
  });
}

/** Opens everything that opens, so that what is inside has a look, too. */
async function openAll(): Promise<void> {
  for (const details of document.querySelectorAll('details')) details.open = true;
  for (const dialog of document.querySelectorAll('dialog')) dialog.show();
  for (const hidden of document.querySelectorAll('#root [hidden]'))
    hidden.removeAttribute('hidden');
  // A dialog that opens takes the focus and scrolls; past 90 px the header would be fixed.
  scrollTo(0, 0);
  // What follows from opening and scrolling comes with the next frame.
  await new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
  });
}

/**
 * Each property of each kind of element (name, classes, those of its parent) and of what stands before and after it, as
 * `element property: value`.
 */
function looks(): string[] {
  const seen = new Set<string>();
  const found: string[] = [];
  let names: string[] | undefined;
  for (const element of document.querySelectorAll('html, body, body *')) {
    const [own, parent] = [element, element.parentElement].map(
      (one) => `${one?.localName}.${one?.getAttribute('class')}`,
    );
    if (seen.has(`${own} ${parent}`)) continue;
    seen.add(`${own} ${parent}`);
    for (const part of ['', '::before', '::after', '::placeholder']) {
      const style = getComputedStyle(element, part || null);
      if (/before|after/.test(part) && style.content === 'none') continue;
      if (part === '::placeholder' && !element.hasAttribute('placeholder')) continue;
      // Custom properties show in those that use them.
      names ??= [...style].filter((name) => !name.startsWith('--'));
      for (const name of names) {
        found.push(`${own}${part} ${name}: ${style.getPropertyValue(name)}`);
      }
    }
  }
  return found;
}

/** Adds the whole style sheet, as the boot script does for the application. */
async function addAll(page: Page): Promise<void> {
  const url = (await page.locator('#boot').getAttribute('data-styles'))!;
  await page.addStyleTag({ url });
  await expect(page.locator(`link[href="${url}"]`)).toBeAttached();
}

// A selector that asks with `:has()` what is inside of the page, and says of no class or element what it styles then, makes browsers
// work out the style of everything anew whenever an element comes or goes: at each answer of the shop, on a slow phone for a tenth of a
// second.
test('an element that comes or goes restyles little', async ({ page, browser }) => {
  for (const path of [
    'en/travel-card/listing',
    'en/travel-card/destination/jp',
    'en/travel-card/monthly/m-hk-30g',
    'en/order?buyNow=jp-10g-15&simType=physical&quantity=1',
    'en/login',
  ]) {
    await page.goto(`/${path}`);
    await hydrated(page);
    const elements = await page.evaluate(() => document.querySelectorAll('*').length);
    for (const place of ['body', 'h1']) {
      await browser.startTracing(page, {
        categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'],
      });
      await page.evaluate(comeAndGo, place);
      const restyled = restyledElements(await browser.stopTracing());
      expect(restyled.length, `${path}: the trace has no styles`).toBeGreaterThan(0);
      expect(Math.max(...restyled), `of ${elements} of ${path}, in ${place}`).toBeLessThan(100);
    }
  }
});

/** Runs in the page: adds an element, and removes it again after it was shown. */
async function comeAndGo(place: string): Promise<void> {
  const element = document.createElement('div');
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  document.querySelector(place)!.append(element);
  await frame();
  element.remove();
  await frame();
}

/** Returns the number of elements of each time that the browser worked out styles. */
function restyledElements(trace: Buffer): number[] {
  type Event = { name: string; args: { elementCount?: number } };
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: Event[] };
  return traceEvents.flatMap(({ name, args }) =>
    name === 'UpdateLayoutTree' && args.elementCount !== undefined ? [args.elementCount] : [],
  );
}
