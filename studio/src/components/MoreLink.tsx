import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';

/** Links to the next page of a list with the same filters. @param next the `after` parameter of that page */
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
