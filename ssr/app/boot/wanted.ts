type Connection = { saveData?: boolean; effectiveType?: string };

/** Whether the shopper pays for every byte: Save-Data, or a 2G connection. */
export function isFrugal(): boolean {
  const connection = (navigator as Navigator & { connection?: Connection }).connection;
  return connection?.saveData === true || /(^|-)2g$/.test(connection?.effectiveType ?? '');
}

const INTERACTIONS = ['pointerdown', 'keydown', 'focusin', 'touchstart'] as const;

/**
 * Runs `load` once: at once when the page needs it, else when the browser is idle after loading or at
 * the first interaction. On a frugal connection never, unless the page needs it: every page works without.
 */
export function loadWhenWanted(eager: boolean, load: () => Promise<unknown>): void {
  let loaded = false;
  const go = () => {
    if (loaded) return;
    loaded = true;
    for (const name of INTERACTIONS) removeEventListener(name, go, true);
    void load();
  };
  if (eager) return go();
  if (isFrugal()) return;
  for (const name of INTERACTIONS) addEventListener(name, go, { capture: true, passive: true });
  const idle = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(go, { timeout: 4000 });
    else setTimeout(go, 1500);
  };
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}
