import type { TFunction } from 'i18next';
import { dismiss, notify } from '../state/store';

/** A failed request after which the page stayed as it is. */
export type RetryableFailure = {
  /** A form could not be sent, or the page could not be read again. */
  what: 'send' | 'load';
  retry: () => void;
  /** It was never sent, or is a read: it is retried automatically when the network is back. */
  safe: boolean;
};

let pending: (RetryableFailure & { notice: number }) | undefined;

/** Shows a message with a retry button until the retry works or the message is dismissed. There is one such message at a time. */
export function offerRetry(t: TFunction, failure: RetryableFailure): void {
  clearRetry();
  const notice = notify(t(`common:error.${failure.what}`), {
    durationMs: Infinity,
    action: { label: t('common:error.again'), run: retryPending },
  });
  pending = { ...failure, notice };
}

/** Removes the message once the page is read or the form is sent. */
export function clearRetry(): void {
  if (pending) dismiss(pending.notice);
  pending = undefined;
}

/** Retries a safe failure when the network returns. */
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
