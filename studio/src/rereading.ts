import { useSyncExternalStore } from 'react';
import type { DataRouter, DataStrategyFunction } from 'react-router';
import { ApiError } from './api/client';

let stale = false;
const listeners = new Set<() => void>();

function setStale(next: boolean) {
  stale = next;
  for (const listener of listeners) listener();
}

/** Reports whether the page shows what could not be read again. */
export const useStale = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => stale,
  );

/**
 * Makes a router. A page that is read again, and whose server does not answer, stays as it is, with what was typed in it. Any other
 * load that fails leads to the page of the error.
 * @param make makes the router with a data strategy
 */
export function withStalePages(make: (dataStrategy: DataStrategyFunction) => DataRouter) {
  // The first page is read before there is a router.
  let router: DataRouter | undefined;
  router = make(async ({ matches }) => {
    const before = router?.state;
    const again = before?.revalidation === 'loading' && before.navigation.state === 'idle';
    const loads = matches.filter((match) => match.shouldCallHandler());
    const results = await Promise.all(loads.map((match) => match.resolve()));
    let kept = false;
    const entries = loads.map(({ route }, i) => {
      const { type, result } = results[i]!;
      if (type !== 'error' || !again || !isOutage(result) || !(route.id in before.loaderData))
        return [route.id, results[i]!] as const;
      kept = true;
      return [route.id, { type: 'data' as const, result: before.loaderData[route.id] as unknown }];
    });
    if (kept !== stale) setStale(kept);
    return Object.fromEntries(entries);
  });
  return router;
}

const isOutage = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
