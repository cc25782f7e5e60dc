import { whenIdle } from './idle';
import { isFrugal } from './loadTrigger';

/** Whether this browser may cache pages: not on a frugal connection, nor without a secure context. */
export function canCachePages(): boolean {
  return 'serviceWorker' in navigator && 'caches' in window && !isFrugal();
}

/** Registers the service worker. A refusal (private window, full disk) leaves the shop as it is. */
export function registerWorker(): void {
  if (canCachePages()) void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}

/** Registers the service worker on the pages of an order, when the browser is idle: only somebody with an order needs it. */
export function registerOnOrderPages(): void {
  if (!/^\/(?:en|zh)\/(?:payment|my-order)(?:\/|$)/.test(location.pathname)) return;
  whenIdle(registerWorker, 4000);
}
