import type { MouseEvent } from 'react';

/**
 * For a button that must not be pressed now. It keeps the focus, which a disabled one loses, says so, and ignores presses;
 * Enter in a field of its form is one.
 */
export function unpressable(now: boolean) {
  return now ? ({ 'aria-disabled': true, onClick: ignore } as const) : {};
}

function ignore(event: MouseEvent): void {
  event.preventDefault();
}
