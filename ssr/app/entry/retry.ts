import type { TFunction } from 'i18next';
import { dismiss, notify } from '../state/store';

/** What failed while the page stayed as it is. */
export type Failure = {
  /** A form could not be sent, or the page could not be read again. */
  what: 'send' | 'load';
  retry: () => void;
  /** It never left this device, or changes nothing: it is retried by itself when the network is back. */
  safe: boolean;
};

let pending: (Failure & { notice: number }) | undefined;

/** Says what failed and offers to retry it, until it worked or is dismissed. There is one such message at a time. */
export function offerRetry(t: TFunction, failure: Failure): void {
  clearRetry();
  const notice = notify(t(`common:error.${failure.what}`), {
    durationMs: Infinity,
    action: { label: t('common:error.again'), run: retryPending },
  });
  pending = { ...failure, notice };
}

/** The page is read, or the form is sent: nothing is left to be retried. */
export function clearRetry(): void {
  if (pending) dismiss(pending.notice);
  pending = undefined;
}

/** From now on what is safe is retried when the network returns. */
export function retryWhenOnline(): void {
  addEventListener('online', () => {
    if (pending?.safe) retryPending();
  });
}

function retryPending(): void {
  const failure = pending;
  clearRetry();
  failure?.retry();
}
