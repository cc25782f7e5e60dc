import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

const LOOK_AGAIN_MS = 5000;

/** Reads the page again every few seconds while it waits for something that takes seconds to minutes. */
export function useLookAgain(waiting: boolean) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate();
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [waiting, revalidate]);
}
