import type { TFunction } from 'i18next';
import { dismiss, notify } from '../state/store';

/** What failed while the page stayed as it is. */
export type Failure = {
  /** A form could not be sent, or the page could not be read again. */
  what: 'send' | 'load';
  again: () => void;
  /** It never left this device, or changes nothing: it is tried again by itself when the network is back. */
  safe: boolean;
};

let open: (Failure & { notice: number }) | undefined;

/** Says what failed and offers to try it again, until it worked or is dismissed. There is one such message at a time. */
export function offerAgain(t: TFunction, failure: Failure): void {
  if (open) dismiss(open.notice);
  const notice = notify(t(`common:error.${failure.what}`), {
    durationMs: Infinity,
    action: { label: t('common:error.again'), run: tryAgain },
  });
  open = { ...failure, notice };
}

/** The page is read, or the form is sent: nothing is left to be tried again. */
export function settle(): void {
  if (open) dismiss(open.notice);
  open = undefined;
}

/** From now on the network's return tries again what may be. */
export function tryAgainOnline(): void {
  addEventListener('online', () => {
    if (open?.safe) tryAgain();
  });
}

function tryAgain(): void {
  const failure = open;
  settle();
  failure?.again();
}
