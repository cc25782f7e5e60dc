import { whenIdle } from './idle';
import { isFrugal } from './loadTrigger';

/** Whether this browser may keep pages: not where every byte is paid for, nor without a secure context. */
export function canKeep(): boolean {
  return 'serviceWorker' in navigator && 'caches' in window && !isFrugal();
}

/** Registers the service worker. A refusal (private window, full disk) leaves the shop as it is. */
export function registerWorker(): void {
  if (canKeep()) void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}

/** Only who has an order needs it: registered when the browser is idle on the pages of an order. */
export function registerWhenNeeded(): void {
  if (!/^\/(?:en|zh)\/(?:payment|my-order)(?:\/|$)/.test(location.pathname)) return;
  whenIdle(registerWorker, 4000);
}
