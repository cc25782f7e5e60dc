import { whenIdle } from './idle';

/**
 * Lays out what waits below the first screen (the utility `later-N`), one part whenever the browser has nothing to do: as much
 * as a slow phone does between two frames.
 */
export function layOutDeferred(): void {
  const parts = [...document.querySelectorAll<HTMLElement>('[class*="later-"]')];
  const step = () => {
    const part = parts.shift();
    if (!part) return;
    part.style.contentVisibility = 'visible';
    whenIdle(step, 200);
  };
  step();
}
