import { useEffect, useRef } from 'react';
import { useBusy } from './page';

/** How long from one look to the next, in milliseconds: at first, and at last. */
export type Pace = { firstMs: number; lastMs: number };

const SLOWER = 1.25;

/**
 * Looks again and again while `on`, ever more slowly. Never while a navigation or form post is under way, and not in a tab
 * nobody sees: one that is seen again starts anew.
 */
export function useLooks(look: () => Promise<unknown>, on: boolean, { firstMs, lastMs }: Pace) {
  const busy = useBusy();
  const now = useRef({ look, busy });
  useEffect(() => {
    now.current = { look, busy };
  });
  useEffect(() => {
    if (!on) return;
    let timer: ReturnType<typeof setTimeout>;
    let over = false;
    let wait = firstMs;
    const plan = () => {
      clearTimeout(timer);
      if (!over && document.visibilityState === 'visible')
        timer = setTimeout(() => void run(), wait);
    };
    const run = async () => {
      if (!now.current.busy) await now.current.look();
      wait = Math.min(wait * SLOWER, lastMs);
      plan();
    };
    const seen = () => {
      wait = firstMs;
      plan();
    };
    plan();
    document.addEventListener('visibilitychange', seen);
    return () => {
      over = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [on, firstMs, lastMs]);
}
