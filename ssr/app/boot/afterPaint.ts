import { whenIdle } from './idle';

/** How long what waits for the first paint waits at most, in milliseconds: a page in the background is not painted. */
const PATIENCE = 1000;

/**
 * Runs `task` once, when the page has been painted and the browser has nothing to do: what it asks for takes neither the
 * line nor the processor away from what is to be seen first.
 */
export function afterPaint(task: () => void): void {
  let due = true;
  const go = () => {
    if (!due) return;
    due = false;
    whenIdle(task, PATIENCE);
  };
  setTimeout(go, PATIENCE);
  if (PerformanceObserver.supportedEntryTypes.includes('paint')) {
    new PerformanceObserver(go).observe({ type: 'paint', buffered: true });
  } else {
    requestAnimationFrame(() => setTimeout(go));
  }
}
