import type { MouseEvent } from 'react';

/**
 * Props that disable a button but let it keep the focus, which a `disabled` button loses: `aria-disabled`, and clicks are ignored,
 * also those that Enter in a field of the form makes.
 */
export function ariaDisabled(now: boolean) {
  return now ? ({ 'aria-disabled': true, onClick: ignore } as const) : {};
}

function ignore(event: MouseEvent): void {
  event.preventDefault();
}
