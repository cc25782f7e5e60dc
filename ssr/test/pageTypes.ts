import type { PageProps } from '../app/router/module';
import { usePage } from '../app/router/page';
import type { TableRow } from '../app/router/table';

// What `npm run typecheck` refuses, held by the compiler: where no error is, the expectation of one is an error.

declare const load: () => Promise<{
  handle: { i18n: string[] };
  Component: (props: PageProps<'cart'>) => null;
}>;

export const fits: TableRow = { kind: 'cart', path: 'cart', load };
// @ts-expect-error a component for the cart shows no order form
export const misfits: TableRow = { kind: 'order', path: 'order', load };

export function dataOf({ page }: PageProps<'cart'>) {
  // @ts-expect-error the data of a search is not the cart's
  return [page.data.cart, page.data.destinations];
}

export function dataByKind() {
  const page = usePage();
  // @ts-expect-error the data of any page may be that of another kind
  const words = page.kind === 'listing' ? page.data.query.keyword : page.data.cart;
  // @ts-expect-error a search has no such field
  return page.kind === 'listing' ? page.data.query.word : words;
}

export function anyPage() {
  // @ts-expect-error who is not given a page of its kind does not know which it is
  return usePage<'cart'>();
}
