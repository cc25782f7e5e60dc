export type Site = { id: string; name: string; currency: string; zone: string };
export type Group = { code: string; name: string };

/** A promo code of a site. `value` is percent, or minor units of `currency`; times are RFC 3339, those of `typed` by the site's clocks. */
export type Code = {
  code: string;
  state: 'running' | 'scheduled' | 'ended' | 'used_up';
  kind: 'percent' | 'amount';
  value: number;
  minSubtotal: number;
  currency: string;
  zone: string;
  group: string;
  startsAt: string | null;
  endsAt: string | null;
  maxUses: number | null;
  maxPerCustomer: number | null;
  used: number;
  grantOn: '' | 'signup' | 'staff';
  granted: number;
  revision: string;
  author: string;
  editedAt: string | null;
  typed: { value: string; minSubtotal: string; starts: string; ends: string };
};

export type List = {
  site: string;
  codes: Code[];
  sites: Site[];
  groups: Group[];
  counts: Record<string, number>;
};

/** The discounts that a code gave: orders that are paid (`paid`, `given`) and those that wait for their payment (`waiting`, `held`). */
export type Cost = {
  currency: string;
  paid: number;
  given: number;
  waiting: number;
  held: number;
};

export type Use = {
  orderNo: string;
  state: 'used' | 'held';
  amount: number;
  currency: string;
  at: string;
};

export type PromoAtSite = { site: Site; is: Code; costs: Cost[]; uses: Use[] };

export type Promo = { code: string; groups: Group[]; sites: PromoAtSite[]; missing: Site[] };
