import { whenIdle } from './idle';

type Connection = { saveData?: boolean; effectiveType?: string };

/** Whether the shopper pays for every byte: Save-Data, or a 2G connection. */
export function isFrugal(): boolean {
  const connection = (navigator as Navigator & { connection?: Connection }).connection;
  return connection?.saveData === true || /(^|-)2g$/.test(connection?.effectiveType ?? '');
}

/** What shows that somebody is there: a page scrolls, a pointer moves or presses, a keyboard types or moves the focus. */
const SIGNS = ['scroll', 'pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/** How long a page that is being read waits for a sign, in milliseconds. */
const PATIENCE = 6000;

/** `now`: the page is useless without; `idle`: somebody is in the middle of something; `sign`: it is being read. */
export type When = 'now' | 'idle' | 'sign';

/** How soon `load` may be tried again after it failed, in milliseconds. */
const REST = 5000;

/**
 * Runs `load` once, at the first sign of a person at the latest. Without one, `idle` means when the browser has nothing
 * to do after loading, `sign` when that is so and nothing has happened for a while: a page that is only looked at costs
 * neither bytes nor processor time. On a frugal connection never, unless it is `now`: every page works without. Where it
 * failed, the next sign after a rest tries again.
 */
export function loadOnTrigger(when: When, load: () => Promise<unknown>): void {
  let loaded = false;
  const listen = () => {
    for (const name of SIGNS) addEventListener(name, go, { capture: true, passive: true });
  };
  const go = (sign?: Event) => {
    if (loaded || liesStill(sign)) return;
    loaded = true;
    for (const name of SIGNS) removeEventListener(name, go, true);
    load().catch((error: unknown) => {
      if (navigator.onLine) reportError(error);
      setTimeout(() => {
        loaded = false;
        listen();
      }, REST);
    });
  };
  if (when === 'now') return go();
  if (isFrugal()) return;
  listen();
  const idle = () => whenIdle(() => go(), 4000);
  const loadedPage = () => {
    if (when === 'idle') idle();
    else setTimeout(idle, PATIENCE);
  };
  if (document.readyState === 'complete') loadedPage();
  else addEventListener('load', loadedPage, { once: true });
}

/** Browsers also tell of a pointer that lies still, when a page appears below it. */
function liesStill(sign?: Event): boolean {
  const { type, movementX, movementY } = (sign ?? {}) as Partial<PointerEvent>;
  return type === 'pointermove' && movementX === 0 && movementY === 0;
}
