import { useEffect, useRef } from 'react';
import { useBusy } from './page';

/** The first and the longest interval between two polls, in milliseconds. */
export type PollingInterval = { firstMs: number; lastMs: number };

const BACKOFF = 1.25;

/**
 * Calls `poll` repeatedly while `on`, with backoff, but not during a navigation or form post, nor in a hidden tab. A tab that becomes
 * visible again starts with the first interval.
 */
export function usePolling(
  poll: () => Promise<unknown>,
  on: boolean,
  { firstMs, lastMs }: PollingInterval,
): void {
  const busy = useBusy();
  const latest = useRef({ poll, busy });
  useEffect(() => {
    latest.current = { poll, busy };
  });
  useEffect(() => {
    if (!on) return;
    let timer: ReturnType<typeof setTimeout>;
    let stopped = false;
    let wait = firstMs;
    const schedule = () => {
      clearTimeout(timer);
      if (!stopped && document.visibilityState === 'visible')
        timer = setTimeout(() => void run(), wait);
    };
    const run = async () => {
      if (!latest.current.busy) await latest.current.poll();
      wait = Math.min(wait * BACKOFF, lastMs);
      schedule();
    };
    const restart = () => {
      wait = firstMs;
      schedule();
    };
    schedule();
    document.addEventListener('visibilitychange', restart);
    return () => {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', restart);
    };
  }, [on, firstMs, lastMs]);
}
