import { whenIdle } from './idle';

/** The longest wait for the first paint, in milliseconds: a page in the background is not painted. */
const MAX_WAIT_MS = 1000;

/**
 * Runs `task` once, when the page has been painted and the browser is idle, so that it takes neither bandwidth nor processor time
 * from the first paint.
 */
export function afterPaint(task: () => void): void {
  let isDue = true;
  const go = () => {
    if (!isDue) return;
    isDue = false;
    whenIdle(task, MAX_WAIT_MS);
  };
  setTimeout(go, MAX_WAIT_MS);
  if (PerformanceObserver.supportedEntryTypes.includes('paint')) {
    new PerformanceObserver(go).observe({ type: 'paint', buffered: true });
  } else {
    requestAnimationFrame(() => setTimeout(go));
  }
}
