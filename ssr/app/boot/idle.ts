/**
 * Runs `task` when the browser has nothing to do, after `timeout` milliseconds at the latest; where the browser cannot say
 * so, after a quarter of that.
 */
export function whenIdle(task: () => void, timeout: number): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => task(), { timeout });
  else setTimeout(task, timeout / 4);
}
