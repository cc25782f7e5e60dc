import { useSyncExternalStore } from 'react';

/** Whether React runs on the page: false in the HTML and while it is taken over. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

const never = () => () => undefined;
