import { cartCountCap } from '../../../shared/constants.json';

/** Text of the cart badge: empty at 0, capped at `99+`. */
export function badgeText(count: number): string {
  if (!(count > 0)) return '';
  return count > cartCountCap ? `${cartCountCap}+` : String(count);
}
