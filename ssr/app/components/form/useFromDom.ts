import { useSyncExternalStore, type RefObject } from 'react';

/**
 * A value that the document holds, and not React: an input may have been used before React was there.
 * @param read what to take from the element that holds the inputs, or is one
 * @param initial as the server rendered it
 */
export function useFromDom<E extends HTMLElement, V extends string | number>(
  element: RefObject<E | null>,
  read: (element: E) => V | undefined,
  initial: V,
): V {
  return useSyncExternalStore(
    onInput,
    () => (element.current && read(element.current)) ?? initial,
    () => initial,
  );
}

/** Sets an input as if it was typed. */
export function type(input: HTMLInputElement, value: string): void {
  input.value = value;
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

function onInput(changed: () => void): () => void {
  document.addEventListener('input', changed);
  return () => document.removeEventListener('input', changed);
}
