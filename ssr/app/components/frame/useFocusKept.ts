import { useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';

/**
 * What the answer to a form takes from the page may have had the focus: a line that is removed, a form that is done. Then
 * the page's heading gets it, so that the keyboard goes on from there and not from the top of the document.
 */
export function useFocusKept(): void {
  const { state } = useNavigation();
  const had = useRef(false);
  useEffect(() => {
    const lost = document.activeElement === document.body;
    if (state === 'submitting') had.current = !lost;
    if (state !== 'idle' || !had.current) return;
    had.current = false;
    const heading = lost && document.querySelector<HTMLElement>('main h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, [state]);
}
