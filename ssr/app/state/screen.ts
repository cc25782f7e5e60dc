import { mobileMaxWidthPx, smallPhoneMaxWidthPx } from '../../../shared/constants.json';
import { setShop } from './store';

/** Keeps the flags of the screen's size: wide above 1200 px, a small phone up to 767 px. */
export function followScreen(): void {
  const measure = () =>
    setShop({
      wideScreen: innerWidth > mobileMaxWidthPx,
      smallScreen: innerWidth <= smallPhoneMaxWidthPx,
    });
  addEventListener('resize', measure, { passive: true });
  measure();
}
