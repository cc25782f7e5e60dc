import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';

/** Leads to the following page of a list, narrowed as this one. @param next `after` of that page */
export function MoreLink({ next, children }: { next: string; children: ReactNode }) {
  const [query] = useSearchParams();
  const following = new URLSearchParams(query);
  following.set('after', next);
  return (
    <Link to={`?${following}`} className="btn btn-secondary mt-6">
      {children}
    </Link>
  );
}
