import { matchRoutes, type RouteObject } from 'react-router';
import { preloadMaxPending } from '../../../shared/constants.json';
import type { Boot } from '../boot/application';
import { isFrugal } from '../boot/loadTrigger';
import { langOfPath } from '../i18n/lang';
import { paths } from '../router/paths';

/**
 * Fetches the code of a page when the shopper is about to go there (pointer over, press or focus on its link), and that
 * of my account, with the layout its pages share, as soon as the session says who this is. Never on a frugal
 * connection, and not while more than four are pending.
 */
export function prefetchOnIntent(routes: RouteObject[], onSession: Boot['onSession']): void {
  if (isFrugal()) return;
  const requested = new Set<string>();
  let pending = 0;
  const fetchPage = (pathname: string) => {
    const route = matchRoutes(routes, pathname)?.at(-1)?.route;
    if (!route?.id || typeof route.lazy !== 'function' || requested.has(route.id)) return;
    if (pending > preloadMaxPending) return;
    requested.add(route.id);
    pending += 1;
    // After a failure the page may be prefetched again; the navigation reports the error.
    const drop = () => requested.delete(route.id!);
    void route
      .lazy()
      .catch(drop)
      .finally(() => {
        pending -= 1;
      });
  };
  const prefetch = (event: Event) => {
    const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href]');
    if (link && link.origin === location.origin) fetchPage(link.pathname);
  };
  for (const name of ['pointerover', 'pointerdown', 'focusin']) {
    document.addEventListener(name, prefetch, { passive: true });
  }
  onSession(({ isLogin }) => {
    if (isLogin) fetchPage(paths.account(langOfPath(location.pathname)));
  });
}
