import type { RouteMatch, RouteObject } from 'react-router';

/** Puts the modules of lazy routes into the route objects, so that they are lazy no more. */
export async function resolveLazy(
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
