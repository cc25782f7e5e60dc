import { whenIdle } from './idle';

/**
 * Lays out the parts below the first screen that were deferred (the utility `defer-N`), one in each idle period, which is about
 * what a slow phone can do between two frames.
 */
export function layOutDeferred(): void {
  const parts = [...document.querySelectorAll<HTMLElement>('[class*="defer-"]')];
  const step = () => {
    const part = parts.shift();
    if (!part) return;
    part.style.contentVisibility = 'visible';
    whenIdle(step, 200);
  };
  step();
}
