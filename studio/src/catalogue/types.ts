import type { GoodsFacts } from '../../../ssr/app/gw/types';

/** A price change, applied or scheduled. Amounts are minor units; times are RFC 3339. */
export type PriceChange = {
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
  next: PriceChange | null;
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

/** A plan's texts at a site, its destinations (ISO 3166 codes), and its popularity: higher ones come first in lists. */
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
export type PlanAtSite = {
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
  waiting: PriceChange[];
  past: PriceChange[];
};

export type Plan = {
  id: string;
  names: Record<'en' | 'zh', string>;
  group: string;
  sites: PlanAtSite[];
};

export type Reach = {
  pages: { kind: string; paths: string[] }[];
  documents: string[];
  carts: number;
  orders: number;
  partly: boolean;
};

/** The effect of a new price; `permille` is the change in thousandths, `startsAt` null for at once. */
export type PriceEffect = {
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
  /** The price change of the row, null when it has none or is invalid. */
  does: PriceEffect | null;
  names: { from: string; to: string }[];
  code: string;
  why: string;
};

export type FileResult = { rows: FileRow[]; unchanged: number; faulty: boolean };
