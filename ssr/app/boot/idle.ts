/**
 * Runs `task` when the browser is idle, after `timeout` milliseconds at the latest. Without requestIdleCallback it runs after a
 * quarter of that.
 */
export function whenIdle(task: () => void, timeout: number): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => task(), { timeout });
  else setTimeout(task, timeout / 4);
}
