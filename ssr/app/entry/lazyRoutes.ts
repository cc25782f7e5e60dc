import type { RouteMatch, RouteObject } from 'react-router';

/** Loads the modules of the matched lazy routes into their route objects, so that the routes are no longer lazy. */
export async function loadLazyRoutes(
  matches: readonly Pick<RouteMatch<string, RouteObject>, 'route'>[],
) {
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      const module = await route.lazy();
      Object.assign(route, module);
      delete route.lazy;
    }),
  );
}
