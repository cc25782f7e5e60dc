import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { inWrongLanguage } from '../crawl/languages';
import { expect, type Lang } from './test';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
  // No rule of these needs the text of style sheets.
  preload: false,
};

/** Returns the accessibility rules that a page violates, with the elements. @param rules the rules to check, all by default */
export async function accessibilityProblems(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const { violations } = await page.evaluate(
    (run) => (window as unknown as Window & { axe: AxeRunner }).axe.run(run),
    rules ? { ...options, runOnly: { type: 'rule' as const, values: rules } } : options,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 300)} ${failureSummary ?? ''}`),
  );
}

type AxeRunner = { run: (options: RunOptions) => Promise<AxeResults> };

/** Returns by how many CSS pixels the page is wider than the screen. */
export async function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/** Returns elements that would stand on each sheet of a printed page, over its text. An open dialog and a focused skip link may. */
export async function fixedInPrint(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' });
  const found = await page.evaluate(() =>
    [...document.body.querySelectorAll<HTMLElement>(':not(dialog, [href="#main"])')]
      .filter((element) => getComputedStyle(element).position === 'fixed')
      .filter((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return (
          element.innerText.trim() && element.checkVisibility() && bottom > 0 && top < innerHeight
        );
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
  await page.emulateMedia({ media: null });
  return found;
}

/** Returns elements that scroll vertically inside the page. Overlays and the filter's list of destinations may. */
export async function nestedScrollAreas(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((element) => {
        const { overflowY } = getComputedStyle(element);
        const scrolls = element.scrollHeight > element.clientHeight + 1;
        return scrolls && element.checkVisibility() && /auto|scroll/.test(overflowY);
      })
      .filter(
        (element) =>
          !element.matches('textarea, select') && !element.closest('dialog, .checkbox-list'),
      )
      .map((element) => element.outerHTML.slice(0, 200)),
  );
}

/**
 * Returns texts that do not fit: of buttons, links and labels that overflow their box or are clipped, and any text beyond the edge
 * of the screen. Fields and rows of tabs may scroll.
 */
export async function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll('a, button, summary, label, legend, select')) {
      const style = getComputedStyle(element);
      if (!element.checkVisibility() || element.matches('.sr-only') || style.display === 'inline') {
        continue;
      }
      if (element.scrollWidth > element.clientWidth + 1) {
        found.push(`${element.scrollWidth} > ${element.clientWidth}: ${element.textContent}`);
      }
    }
    const room = document.documentElement.clientWidth;
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = words.nextNode(); text; text = words.nextNode()) {
      const may = '[class*="overflow-x-auto"], .prose-page table, .sr-only';
      const parent = text.parentElement!;
      if (!text.textContent?.trim() || parent.closest(may) || !parent.checkVisibility()) continue;
      range.selectNodeContents(text);
      if (range.getBoundingClientRect().right > room + 1) found.push(`beyond: ${text.textContent}`);
    }
    return found;
  });
}

/**
 * Returns elements that are unusable by keyboard or screen reader: landmarks with the same role and name, and parts that scroll
 * sideways but cannot be scrolled by key.
 */
export async function unnamedControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const seen = new Set<string>();
    const landmarks =
      'nav, aside, section[aria-label], section[aria-labelledby], form[aria-label], form[aria-labelledby], search, [role="search"], [role="region"], [role="navigation"]';
    for (const element of document.querySelectorAll(landmarks)) {
      if (!element.checkVisibility()) continue;
      const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
      const label = ids.map((id) => document.getElementById(id)?.textContent).join(' ');
      const role = element.getAttribute('role') ?? element.localName;
      const name = `${role}: ${(label || element.getAttribute('aria-label')) ?? ''}`.trim();
      if (seen.has(name)) found.push(`a second landmark "${name}"`);
      seen.add(name);
    }
    for (const element of document.body.querySelectorAll('*')) {
      if (element.scrollWidth <= element.clientWidth + 1 || !element.checkVisibility()) continue;
      if (!/auto|scroll/.test(getComputedStyle(element).overflowX)) continue;
      if (element.matches('textarea, select, [tabindex="0"]')) continue;
      // Links lead through what scrolls, but not to each column of a table.
      const steps = 'a[href], button, input, select, summary, [tabindex="0"]';
      if (!element.querySelector('table') && element.querySelector(steps)) continue;
      found.push(`no key scrolls ${element.outerHTML.slice(0, 200)}`);
    }
    return found;
  });
}

/** Returns fields that a sticky or fixed element covers when they are scrolled to the edges of the window. */
export async function coveredFields(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // What lies below a dialog is not to be reached.
    if (document.querySelector('dialog:modal')) return [];
    const fields = 'main :is(input:not([type="radio"], [type="checkbox"]), select, textarea)';
    const found = new Set<string>();
    for (const field of document.querySelectorAll(fields)) {
      if (!field.checkVisibility() || field.closest('.sr-only')) continue;
      for (const block of ['start', 'end'] as const) {
        field.scrollIntoView({ block, behavior: 'instant' });
        const { x, y, width, height } = field.getBoundingClientRect();
        if (width < 2 || height < 2) continue;
        for (const at of [y + 3, y + height - 3]) {
          const top = document.elementFromPoint(x + width / 2, at);
          if (top && !field.contains(top) && !top.contains(field)) {
            found.add(`${field.outerHTML.slice(0, 120)} is under ${top.outerHTML.slice(0, 120)}`);
          }
        }
      }
    }
    scrollTo({ top: 0, behavior: 'instant' });
    return [...found];
  });
}

/** Returns prices and other texts that overflow their tile with the text spacing of WCAG 1.4.12. */
export async function textsClippedBySpacing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const style = new CSSStyleSheet();
    // Added like this no content security policy forbids it.
    style.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    );
    document.adoptedStyleSheets.push(style);
    const found: string[] = [];
    const range = document.createRange();
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const tiles = 'article, li, [class*="border"][class*="rounded"], dd, td, main';
    for (let text = words.nextNode(); text; text = words.nextNode()) {
      const parent = text.parentElement!;
      const may = '[class*="overflow-x-auto"], .prose-page table, .sr-only, select, textarea';
      if (!text.textContent?.trim() || parent.closest(may) || !parent.checkVisibility()) continue;
      const tile = parent.closest(tiles)?.getBoundingClientRect();
      range.selectNodeContents(text);
      const { left, right, width } = range.getBoundingClientRect();
      if (!tile || width < 2 || tile.width < 2) continue;
      if (right > tile.right + 1 || left < tile.left - 1) {
        found.push(`${Math.round(right)} > ${Math.round(tile.right)}: ${text.textContent.trim()}`);
      }
    }
    document.adoptedStyleSheets.pop();
    return found;
  });
}

/** A number of Tab presses that is enough to get through every page except long lists, from the top and from the end. */
const PRESSES = { forward: 45, backward: 15 };

const TAB = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
const SHIFT = 8;

/**
 * Returns keyboard traps: elements that get the focus a second time before it leaves the page. Tabs forward from the top and
 * backward from the end; a script in the page records the focus after each press.
 */
export async function focusTraps(page: Page): Promise<string[]> {
  const traps: string[] = [];
  const session = await page.context().newCDPSession(page);
  for (const [direction, presses] of Object.entries(PRESSES)) {
    const focused = await page.evaluateHandle(noteFocus);
    const modifiers = direction === 'backward' ? SHIFT : 0;
    const event = { type: 'rawKeyDown', modifiers, ...TAB } as const;
    const press = () => session.send('Input.dispatchKeyEvent', event);
    await Promise.all(Array.from({ length: presses }, press));
    const found = await focused.evaluate(firstTrap);
    if (found) traps.push(`${direction}: ${found}`);
    await focused.dispose();
  }
  await session.detach();
  return traps;
}

/** Runs in the page: removes the focus, and records the focused element before each key press. */
function noteFocus(): Element[] {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  getSelection()?.removeAllRanges();
  const focused: Element[] = [];
  const note = () => focused.push(document.activeElement ?? document.body);
  addEventListener('keydown', note, { capture: true });
  return focused;
}

/** Runs in the page: returns the first element that got the focus twice before it left the page, otherwise "". */
function firstTrap(focused: Element[]): string {
  // The first press begins outside of the page.
  const [, ...led] = [...focused, document.activeElement ?? document.body];
  const seen = new Set<Element>();
  for (const element of led) {
    if (element === document.body) break;
    // Parts of a date, and the content of a frame, have the focus one after another.
    if (element.matches('iframe, input[type="date"], input[type="month"]')) continue;
    if (seen.has(element)) return element.outerHTML.slice(0, 200);
    seen.add(element);
  }
  return '';
}

/** Sets the browser's default font size; 16 is the usual one. */
export async function setFontSize(page: Page, px: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: px } });
  await expect(page.locator('html')).toHaveCSS('font-size', `${px}px`);
  await session.detach();
}

/** Returns texts in the wrong language: Chinese on an English page, English sentences on a Chinese one. */
export async function textsInWrongLanguage(page: Page, lang: Lang): Promise<string[]> {
  const texts = await page.evaluate(readTexts);
  return inWrongLanguage(texts, lang);
}

// Everything a person reads or hears, except what says itself that it is in another language.
function readTexts(): string[] {
  const spoken = ['alt', 'aria-label', 'placeholder', 'title', 'content'];
  const own = document.documentElement.lang;
  const skipped =
    'script, style, noscript, template, meta:not([name="description"], [property^="og:"])';
  const found: string[] = [];
  const collect = (element: Element) => {
    const said = element.getAttribute('lang');
    if (element.matches(skipped) || (said && said !== own)) return;
    for (const name of spoken) found.push(element.getAttribute(name) ?? '');
    for (const node of element.childNodes) {
      if (node instanceof Element) collect(node);
      else if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent ?? '');
    }
  };
  collect(document.documentElement);
  return found.map((text) => text.replace(/\s+/g, ' ').trim()).filter(Boolean);
}

/** Paths of the page's links that lead into the shop itself. */
export async function internalLinks(page: Page): Promise<string[]> {
  const hrefs = await page
    .locator('a[href]')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  const { origin } = new URL(page.url());
  return hrefs
    .map((href) => new URL(href))
    .filter((url) => url.origin === origin)
    .map(({ pathname, search }) => pathname + search);
}

/** Checks that addresses of the shop answer 200, a few at a time. */
export async function expectLinksWork(page: Page, paths: Iterable<string>): Promise<void> {
  const waiting = [...new Set(paths)];
  const broken: string[] = [];
  const lane = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const answer = await page.request.get(path);
      if (answer.status() !== 200) broken.push(`${answer.status()} ${path}`);
    }
  };
  await Promise.all([lane(), lane(), lane(), lane()]);
  expect(broken).toEqual([]);
}
