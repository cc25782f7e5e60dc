import { doubleTapMs } from '../../../shared/constants.json';

/** Blocks double taps within 300 ms and multi-touch while `html[data-touch]` is `block` and no dialog with a QR code is open. */
export function initTouchBlocking(): void {
  const on = () =>
    document.documentElement.dataset.touch === 'block' &&
    !document.querySelector('dialog[open] [data-qr]');
  let last = 0;
  document.addEventListener(
    'touchstart',
    (event) => {
      if (on() && event.touches.length > 1) event.preventDefault();
    },
    { passive: false },
  );
  document.addEventListener(
    'touchend',
    (event) => {
      // Two quick taps on a control are two clicks (quantity + +), not a zoom.
      const control = (event.target as Element).closest(
        'button, a, input, select, textarea, summary, label',
      );
      if (on() && !control && event.timeStamp - last <= doubleTapMs) event.preventDefault();
      last = event.timeStamp;
    },
    { passive: false },
  );
}
