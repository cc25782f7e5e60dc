import { redirect, type RouteObject } from 'react-router';
import { call, Refusal } from './api/client';
import type { Member } from './api/types';
import { AREAS } from './areas';
import { show } from './i18n';
import { Broken, NotFound } from './layout/Broken';
import { Shell } from './layout/Shell';
import { loginPath } from './login';

/** Who is logged in; whoever is not goes to the login and comes back from there. */
async function member({ request }: { request: Request }): Promise<Member> {
  try {
    const found = await call<Member>('GET', '/me', undefined, request.signal);
    await show(found.locale);
    return found;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'login_required') throw error;
    throw redirect(loginPath(request.url));
  }
}

export const routes: RouteObject[] = [
  { path: 'login', lazy: () => import('./routes/login'), errorElement: <Broken alone /> },
  { path: 'invitation', lazy: () => import('./routes/invitation'), errorElement: <Broken alone /> },
  {
    id: 'member',
    path: '/',
    loader: member,
    element: <Shell />,
    errorElement: <Broken alone />,
    hydrateFallbackElement: <></>,
    children: [
      {
        errorElement: <Broken />,
        children: [
          { index: true, lazy: () => import('./routes/home') },
          ...AREAS.map(({ path, routes: children }) => ({ path, children })),
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
];
