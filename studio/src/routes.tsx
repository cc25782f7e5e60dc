import type { RouteObject } from 'react-router';
import { load } from './api/load';
import type { Member } from './api/types';
import { AREAS } from './areas';
import { show } from './i18n';
import { Broken, NotFound } from './layout/Broken';
import { Shell } from './layout/Shell';

/** Who is logged in, in the language that they chose. */
async function member({ request }: { request: Request }): Promise<Member> {
  const found = await load<Member>(request, '/me');
  await show(found.locale);
  return found;
}

const open = { errorElement: <Broken alone />, hydrateFallbackElement: <></> };

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
