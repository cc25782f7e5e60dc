import { useRouteLoaderData } from 'react-router';
import type { Act, Member } from './api/types';

/** Returns the logged-in member; for pages inside the Shell. */
export function useMember(): Member {
  return useRouteLoaderData<Member>('member')!;
}

/** Reports whether the member's role allows an act. */
export function usePermission(act: Act): boolean {
  return useMember().acts.includes(act);
}
