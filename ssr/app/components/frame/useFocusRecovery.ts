import { useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';

/**
 * Moves the focus to the page's heading when a form post has removed the focused element, such as a deleted line or a finished
 * form. Without it keyboard users would start at the top of the document.
 */
export function useFocusRecovery(): void {
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
