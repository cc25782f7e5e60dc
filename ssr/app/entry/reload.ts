import { reloadGuardMs } from '../../../shared/constants.json';

const KEY = 'roamcart.reload';

/**
 * Whether this path may reload the document now: at most once in 10 s per path, so that a half-rolled-out
 * build cannot trap a tab in a loop. Returning true starts the 10 s.
 */
export function mayReload(pathname: string, now = Date.now()): boolean {
  let times: Record<string, number>;
  try {
    times = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, number>;
    if (now - (times[pathname] ?? -Infinity) < reloadGuardMs) return false;
    const recent = Object.entries(times).filter(([, at]) => now - at < reloadGuardMs);
    sessionStorage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(recent), [pathname]: now }));
    return true;
  } catch {
    return false; // No storage: without a guard there is no reload.
  }
}

/**
 * Whether the server has a newer build than this page; asks `/builds/latest.json` past every cache. Offline or in the middle
 * of a deployment it is false, and the next check finds it.
 */
export async function isNewBuild(build: string): Promise<boolean> {
  try {
    const response = await fetch(`/builds/latest.json?t=${Date.now()}`, { cache: 'no-store' });
    const { id } = (await response.json()) as { id?: string };
    return Boolean(id) && id !== build;
  } catch {
    return false;
  }
}
