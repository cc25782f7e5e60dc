import { whenIdle } from './idle';

/** How many parts are laid out in one go: as many as a slow phone does between two frames. */
const AT_ONCE = 2;

/** Lays out what waits below the first screen (the utility `later-N`), a little whenever the browser has nothing to do. */
export function layOutLater(): void {
  const parts = [...document.querySelectorAll<HTMLElement>('[class*="later-"]')];
  const step = () => {
    for (const part of parts.splice(0, AT_ONCE)) part.style.contentVisibility = 'visible';
    if (parts.length > 0) whenIdle(step, 200);
  };
  step();
}
