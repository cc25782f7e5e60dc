import { mobileMaxWidthPx, smallPhoneMaxWidthPx } from '../../../shared/constants.json';
import { setShop } from './store';

/** Keeps the state keys of the screen's size up to date: wide above 1200 px, small up to 767 px. */
export function trackScreenSize(): void {
  const measure = () =>
    setShop({
      wideScreen: innerWidth > mobileMaxWidthPx,
      smallScreen: innerWidth <= smallPhoneMaxWidthPx,
    });
  addEventListener('resize', measure, { passive: true });
  measure();
}
