import type { RouteObject } from 'react-router';
import { load } from './api/load';
import type { Member } from './api/types';
import { AREAS } from './areas';
import { setLanguage } from './i18n';
import { ErrorPage, NotFound } from './layout/ErrorPage';
import { Shell } from './layout/Shell';

/** Loads the logged-in member and switches to their language. */
async function member({ request }: { request: Request }): Promise<Member> {
  const found = await load<Member>(request, '/me');
  await setLanguage(found.locale);
  return found;
}

const open = { errorElement: <ErrorPage alone />, hydrateFallbackElement: <></> };

export const routes: RouteObject[] = [
  { path: 'login', lazy: () => import('./routes/login'), ...open },
  { path: 'invitation', lazy: () => import('./routes/invitation'), ...open },
  {
    id: 'member',
    path: '/',
    loader: member,
    element: <Shell />,
    ...open,
    children: [
      {
        errorElement: <ErrorPage />,
        children: [
          { index: true, lazy: () => import('./routes/home') },
          ...AREAS.map(({ path, routes: children }) => ({ path, children })),
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
];
