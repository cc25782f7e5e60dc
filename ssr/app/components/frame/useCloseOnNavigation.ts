import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router';

/**
 * Closes a `details` after a navigation. It is closed and not remounted, because only an element in the document dispatches
 * `toggle`, which unlocks the scrolling of the page behind the mobile menu.
 */
export function useCloseOnNavigation(): RefObject<HTMLDetailsElement | null> {
  const { key } = useLocation();
  const details = useRef<HTMLDetailsElement>(null);
  const shownFor = useRef(key);
  useEffect(() => {
    if (shownFor.current !== key && details.current) details.current.open = false;
    shownFor.current = key;
  }, [key]);
  return details;
}
