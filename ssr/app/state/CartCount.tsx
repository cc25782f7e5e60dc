import { useEffect, useRef } from 'react';
import { showCartCount } from '../boot/badge';
import { useShop } from './store';

/**
 * The number on the cart icon: nothing until the session call has answered and at 0, `99+` above 99. The boot script writes
 * it into every badge that is there when the call answers, before React runs and after; React only fills a badge that a
 * navigation brings, and changes none, hence the suppressed warning and the text that never changes.
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
