import { useRevalidator } from 'react-router';
import { usePolling } from '../../router/usePolling';

const POLL_INTERVALS = { firstMs: 5000, lastMs: 60_000 };

/** Reads the page again at intervals while `waiting`. */
export function useRefreshWhile(waiting: boolean) {
  const { revalidate } = useRevalidator();
  usePolling(revalidate, waiting, POLL_INTERVALS);
}
