import { useRevalidator } from 'react-router';
import { useLooks } from '../../router/useLooks';

const PACE = { firstMs: 5000, lastMs: 60_000 };

/** Reads the page again while it waits for something that takes seconds to minutes. */
export function useLookAgain(waiting: boolean) {
  const { revalidate } = useRevalidator();
  useLooks(revalidate, waiting, PACE);
}
