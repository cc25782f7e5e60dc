import { Link, useSearchParams } from 'react-router';
import type { Paged } from './types';

type Props = {
  /** The parameter of the address that has the number of the page. */
  name: 'orders' | 'points';
  of: Omit<Paged<unknown>, 'items'>;
  newer: string;
  older: string;
};

/** Links to the pages before and after the page of a list. */
export function Pages({ name, of: { page, size, total }, newer, older }: Props) {
  const [query] = useSearchParams();
  const to = (next: number) => {
    const following = new URLSearchParams(query);
    following.set(name, String(next));
    return `?${following}`;
  };
  return (
    <p className="mt-3 flex flex-wrap gap-3 empty:hidden">
      {page > 1 && (
        <Link className="btn btn-secondary" to={to(page - 1)}>
          {newer}
        </Link>
      )}
      {page * size < total && (
        <Link className="btn btn-secondary" to={to(page + 1)}>
          {older}
        </Link>
      )}
    </p>
  );
}
