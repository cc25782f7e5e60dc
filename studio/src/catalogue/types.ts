import type { GoodsFacts } from '../../../ssr/app/gw/types';

/** A price that was set, or that waits for its moment. Amounts are minor units; times are RFC 3339. */
export type Change = {
  id: string;
  price: number;
  currency: string;
  was: number | null;
  startsAt: string;
  state: 'waiting' | 'applied' | 'withdrawn' | 'held';
  why: string;
  author: string;
  createdAt: string;
  endedAt: string | null;
  endedBy: string;
};

export type Item = {
  id: string;
  group: string;
  name: string;
  price: number;
  currency: string;
  visible: boolean;
  next: Change | null;
  author: string;
  decided: boolean;
};

export type Site = { id: string; name: string };

export type List = {
  site: string;
  zone: string;
  plans: Item[];
  sites: Site[];
  counts: Record<string, number>;
};

/** What a plan says at a site, where it works (ISO 3166 codes), and where it stands: the higher, the further up. */
export type Details = {
  nameEn: string;
  nameZh: string;
  descriptionEn: string;
  descriptionZh: string;
  visible: boolean;
  popularity: number;
  destinations: string[];
};

/** Facts of a plan, as its page has them. */
export type Facts = GoodsFacts;

/** A plan as one site sells it. */
export type AtSite = {
  site: Site;
  price: number;
  currency: string;
  zone: string;
  visible: boolean;
  revision: string;
  author: string;
  editedAt: string | null;
  decided: boolean;
  details: Details;
  facts: Facts;
  /** Days of the refund policy, 0 for none. */
  refundDays: number;
  /** The plan's page as a search engine shows it; empty for a hidden plan. */
  found: Partial<Record<'en' | 'zh', { title: string; description: string; address: string }>>;
  waiting: Change[];
  past: Change[];
};

export type Plan = {
  id: string;
  names: Record<'en' | 'zh', string>;
  group: string;
  sites: AtSite[];
};

export type Reach = {
  pages: { kind: string; paths: string[] }[];
  documents: string[];
  carts: number;
  orders: number;
  partly: boolean;
};

/** What a new price does; `permille` is the change in thousandths, `startsAt` null for now. */
export type Verdict = {
  from: number;
  to: number;
  currency: string;
  permille: number;
  big: boolean;
  startsAt: string | null;
  reach?: Reach;
};

export type FileRow = {
  line: number;
  column: number;
  site: string;
  plan: string;
  /** What the row does to the price, null where it leaves it alone or cannot be done. */
  does: Verdict | null;
  names: { from: string; to: string }[];
  code: string;
  why: string;
};

export type FileResult = { rows: FileRow[]; unchanged: number; faulty: boolean };
