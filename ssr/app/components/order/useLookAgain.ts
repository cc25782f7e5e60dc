import { useRevalidator } from 'react-router';
import { usePolling } from '../../router/usePolling';

const PACE = { firstMs: 5000, lastMs: 60_000 };

/** Reads the page again while it waits for something that takes seconds to minutes. */
export function useLookAgain(waiting: boolean) {
  const { revalidate } = useRevalidator();
  usePolling(revalidate, waiting, PACE);
}
