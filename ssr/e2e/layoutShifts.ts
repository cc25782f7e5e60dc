import type { Page } from '@playwright/test';

type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly };
type Shift = { value: number; hadRecentInput: boolean; sources: Source[] };
type Watched = Window & { shifts?: string[] };

// A hundredth of the shift that search engines call good, for as long as the page is arriving. Below it are labels that are
// centred in their button while the text is still arriving.
const MIN_SHIFT = 0.001;

/** Records layout shifts without recent user input, from the next page on; while it arrives, those of at least `min`. */
export async function recordLayoutShifts(page: Page, min = MIN_SHIFT): Promise<void> {
  await page.addInitScript((seen) => {
    const shifts = ((window as Watched).shifts = [] as string[]);
    const box = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].join(' ');
    // From the frame after the one that draws the end of the page.
    let arrived = Infinity;
    addEventListener('DOMContentLoaded', () => {
      requestAnimationFrame(() => requestAnimationFrame((now) => (arrived = now)));
    });
    // Words that no longer fit into their line have moved, too, while the text is still arriving.
    const isElement = ({ node }: Source) => node?.nodeType !== Node.TEXT_NODE;
    const describe = ({ node, previousRect, currentRect }: Source) =>
      `${(node as Element | null)?.outerHTML?.slice(0, 120) ?? node?.nodeName}: ${box(previousRect)} → ${box(currentRect)}`;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & Shift)[]) {
        if (entry.hadRecentInput) continue;
        const arriving = entry.startTime < arrived;
        if (arriving && entry.value < seen) continue;
        if (!arriving) shifts.push(`moved by ${entry.value} once it had arrived`);
        shifts.push(...entry.sources.filter(isElement).map(describe));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  }, min);
}

/** Returns the recorded shifts of this page: the element, and its box before and after as x, y, width and height in pixels. */
export async function recordedLayoutShifts(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as Watched).shifts ?? ['nothing watches']);
}
