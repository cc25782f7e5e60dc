import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router';

/**
 * Closes a `details` when one of its links was followed. It is closed and not drawn anew: only an element that is still
 * there reports that it closed, and the page behind the mobile menu may scroll again.
 */
export function useClosedByNavigation(): RefObject<HTMLDetailsElement | null> {
  const { key } = useLocation();
  const details = useRef<HTMLDetailsElement>(null);
  const shownFor = useRef(key);
  useEffect(() => {
    if (shownFor.current !== key && details.current) details.current.open = false;
    shownFor.current = key;
  }, [key]);
  return details;
}
