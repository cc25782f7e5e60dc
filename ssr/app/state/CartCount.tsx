import { useEffect, useRef } from 'react';
import { showCartCount } from '../boot/badge';
import { useShop } from './store';

/**
 * The number on the cart icon: empty before the session call has answered and at 0, `99+` above 99. The boot script writes it into
 * every badge that is in the document when the call answers, before and after hydration. React only fills the badge of a page that a
 * navigation renders and never updates one, hence the suppressed warning and the constant text.
 */
export function CartCount({ className }: { className?: string }) {
  const badge = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const { sessionReady, cartCount } = useShop.getState();
    if (sessionReady) showCartCount(badge.current!, cartCount);
  }, []);
  return (
    <span
      ref={badge}
      data-cart-count
      aria-hidden="true"
      suppressHydrationWarning
      className={className}
      hidden
    >
      {''}
    </span>
  );
}
