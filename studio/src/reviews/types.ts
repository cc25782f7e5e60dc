import type { Lang } from '../i18n';

export type State = 'waiting' | 'approved' | 'rejected';

/** What a buyer wrote about a plan; text and author may be empty. */
export type Review = {
  id: string;
  plan: string;
  goodsId: string;
  /** 1 to 5. */
  stars: number;
  text: string;
  author: string;
  locale: Lang;
  state: State;
  at: string;
  /** Null while it waits; who decided and why are then empty. */
  decidedAt: string | null;
  decidedBy: string;
  reason: string;
};

/** A page of a site's reviews. `next` is the cursor of the next page, "0" on the last. */
export type List = {
  site: string;
  reviews: Review[];
  next: string;
  sites: { id: string; name: string }[];
  counts: Record<string, number | undefined>;
};
