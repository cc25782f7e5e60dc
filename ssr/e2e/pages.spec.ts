import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { test } from './fixtures';
import {
  accessibilityProblems,
  coveredFields,
  clippedTexts,
  expectLinksWork,
  focusTraps,
  textsInWrongLanguage,
  nestedScrollAreas,
  internalLinks,
  unnamedControls,
  fixedInPrint,
  horizontalOverflow,
  setFontSize,
  textsClippedBySpacing,
} from './inspect';
import type { Shopper } from './purchase';
import { LANGS, SCREENS, expect, hydrated, type Lang } from './test';
import { texts } from './texts';
import { NOT_FOUND, PAGE_STATES, openPageState, type PageState } from './pageStates';

test('every kind of page is visited here', () => {
  const table = readFileSync(new URL('../app/router/table.ts', import.meta.url), 'utf8');
  const kinds = [...table.matchAll(/kind: '(\w+)'/g)].map(([, kind]) => kind);
  expect(Object.keys(PAGE_STATES).sort()).toEqual(kinds.sort());
});

// What this worker has followed on pages before.
const followed = new Set<string>();

for (const [name, place] of Object.values(PAGE_STATES).flatMap(Object.entries<PageState>)) {
  test(`${name}: accessibility, layout and links: ${LANGS.join(', ')}`, async ({
    page,
    monitor,
    visitors,
  }) => {
    const gone = name === NOT_FOUND;
    if (gone) monitor.allow(404);
    // A sign-up asks what is wrong with it before a code is sent.
    monitor.allow(422);
    for (const lang of LANGS) {
      await test.step(lang, async () => {
        const shopper: Shopper = { page, lang, t: texts(lang), scripts: true };
        expect(await openPageState(shopper, place, visitors)).toBe(gone ? 404 : 200);
        await hydrated(page);
        await place.ready?.(shopper);
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
    if (letters !== 16) await setFontSize(page, letters);
    const where = `at ${width} px in letters of ${letters} px`;
    expect.soft(await horizontalOverflow(page), `wider than the screen ${where}`).toBe(0);
    expect.soft(await clippedTexts(page), `words that do not fit ${where}`).toEqual([]);
    expect.soft(await nestedScrollAreas(page), `scrolls in itself ${where}`).toEqual([]);
    if (width !== phone.viewport.width) {
      expect.soft(await unnamedControls(page), `without a name or a key ${where}`).toEqual([]);
    }
    if (width === 320) {
      expect.soft(await fixedInPrint(page), 'over the text of a print').toEqual([]);
      expect.soft(await coveredFields(page), `under what stays in sight ${where}`).toEqual([]);
      expect
        .soft(await textsClippedBySpacing(page), `out of their tile, spaced ${where}`)
        .toEqual([]);
    }
    if (lang !== 'en' || letters !== 16 || width === 320) continue;
    const rules = width === desktop.viewport.width ? undefined : LAYOUT_RULES;
    expect.soft(await accessibilityProblems(page, rules), where).toEqual([]);
    if (rules) continue;
    expect.soft(await focusTraps(page), 'what keeps the keyboard').toEqual([]);
  }
  await setFontSize(page, 16);
  await page.setViewportSize(desktop.viewport);
  expect.soft(await textsInWrongLanguage(page, lang), 'texts in the other language').toEqual([]);
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
