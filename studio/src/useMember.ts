import { useRouteLoaderData } from 'react-router';
import type { Act, Member } from './api/types';

/** Who is logged in; for pages inside the frame. */
export function useMember(): Member {
  return useRouteLoaderData<Member>('member')!;
}

/** Whether the member's role allows something. */
export function useMay(act: Act): boolean {
  return useMember().acts.includes(act);
}
