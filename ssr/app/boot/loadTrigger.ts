import { whenIdle } from './idle';

type Connection = { saveData?: boolean; effectiveType?: string };

/** Whether the connection is frugal: Save-Data, or 2G. */
export function isFrugal(): boolean {
  const connection = (navigator as Navigator & { connection?: Connection }).connection;
  return connection?.saveData === true || /(^|-)2g$/.test(connection?.effectiveType ?? '');
}

/** The events that count as an interaction. */
const INTERACTIONS = ['scroll', 'pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/** How long a page that is being read waits for an interaction, in milliseconds. */
const QUIET_MS = 6000;

/** When to load the application. `now`: the page is useless without it; `idle`: when the browser is idle; `interaction`: at an interaction. */
export type LoadTrigger = 'now' | 'idle' | 'interaction';

/** How long after a failure `load` is not tried again, in milliseconds. */
const RETRY_AFTER_MS = 5000;

/**
 * Runs `load` once, at the first interaction at the latest. Without one, `idle` runs it when the browser is idle after the load
 * event, `interaction` some seconds later, so that a page that is only read costs neither bytes nor processor time. On a frugal
 * connection only `now` runs it: every other page works without. After a failure, the next interaction tries again.
 */
export function loadOnTrigger(when: LoadTrigger, load: () => Promise<unknown>): void {
  let loaded = false;
  const listen = () => {
    for (const name of INTERACTIONS) addEventListener(name, go, { capture: true, passive: true });
  };
  const go = (event?: Event) => {
    if (loaded || isStationary(event)) return;
    loaded = true;
    for (const name of INTERACTIONS) removeEventListener(name, go, true);
    load().catch((error: unknown) => {
      if (navigator.onLine) reportError(error);
      setTimeout(() => {
        loaded = false;
        listen();
      }, RETRY_AFTER_MS);
    });
  };
  if (when === 'now') return go();
  if (isFrugal()) return;
  listen();
  const idle = () => whenIdle(() => go(), 4000);
  const loadedPage = () => {
    if (when === 'idle') idle();
    else setTimeout(idle, QUIET_MS);
  };
  if (document.readyState === 'complete') loadedPage();
  else addEventListener('load', loadedPage, { once: true });
}

/** Whether the pointer has not moved: browsers also dispatch pointermove when a page appears below it. */
function isStationary(event?: Event): boolean {
  const { type, movementX, movementY } = (event ?? {}) as Partial<PointerEvent>;
  return type === 'pointermove' && movementX === 0 && movementY === 0;
}
