import { cartCountCap } from '../../../shared/constants.json';

/** Shows the number of items in the cart in one badge; hides it at 0. */
export function showCartCount(badge: HTMLElement, count: number): void {
  badge.textContent = badgeText(count);
  badge.hidden = !(count > 0);
}

/** Text of the cart badge: empty at 0, capped at `99+`. */
export function badgeText(count: number): string {
  if (!(count > 0)) return '';
  return count > cartCountCap ? `${cartCountCap}+` : String(count);
}
