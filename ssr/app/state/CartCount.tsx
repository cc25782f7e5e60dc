import { badgeText } from '../boot/badge';
import { useSession } from './store';

/**
 * The number on the cart icon: nothing until the session call has answered and at 0, `99+` above 99.
 * The boot script fills the same element before React is there, hence the suppressed warning.
 */
export function CartCount({ className }: { className?: string }) {
  const { cartCount } = useSession();
  return (
    <span
      data-cart-count
      aria-hidden="true"
      suppressHydrationWarning
      className={className}
      hidden={cartCount < 1}
    >
      {badgeText(cartCount)}
    </span>
  );
}
