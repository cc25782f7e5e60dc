import { matchRoutes, type RouteObject } from 'react-router';
import { preloadMaxPending } from '../../../shared/constants.json';
import { isFrugal } from '../boot/wanted';

/**
 * Fetches the code of a page when the shopper is about to go there (pointer over or focus on its
 * link): never on a frugal connection, never more than four at a time.
 */
export function prefetchOnIntent(routes: RouteObject[]): void {
  if (isFrugal()) return;
  const asked = new Set<string>();
  let pending = 0;
  const consider = (event: Event) => {
    const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href]');
    if (!link || link.origin !== location.origin || pending > preloadMaxPending) return;
    const route = matchRoutes(routes, link.pathname)?.at(-1)?.route;
    if (!route?.id || typeof route.lazy !== 'function' || asked.has(route.id)) return;
    asked.add(route.id);
    pending += 1;
    // A failure is shown by the navigation itself; here it is only forgotten.
    const forget = () => asked.delete(route.id!);
    void route
      .lazy()
      .catch(forget)
      .finally(() => {
        pending -= 1;
      });
  };
  document.addEventListener('pointerover', consider, { passive: true });
  document.addEventListener('focusin', consider);
}
