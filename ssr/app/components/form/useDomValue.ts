import { useSyncExternalStore, type RefObject } from 'react';

/**
 * Reads a value from the DOM, because an input may have been used before hydration.
 * @param read reads it from the element, which is an input or contains inputs
 * @param initial the value in the server's HTML
 */
export function useDomValue<E extends HTMLElement, V extends string | number>(
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

/** Sets the value of an input and dispatches an input event, as typing does. */
export function setInputValue(input: HTMLInputElement, value: string): void {
  input.value = value;
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

function onInput(changed: () => void): () => void {
  document.addEventListener('input', changed);
  return () => document.removeEventListener('input', changed);
}
