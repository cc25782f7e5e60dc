import type { Lang } from '../i18n';

/** What an email or an order number leads to at a site; "" where it leads to nothing. */
export type Found = {
  site: string;
  sites: { id: string; name: string }[];
  customer: string;
  /** The email, when guest orders have it but no account. */
  guestEmail: string;
  /** The order, when a guest placed it. */
  orderNo: string;
};

/** A page of a list, counted from 1. */
export type Paged<T> = { page: number; size: number; total: number; items: T[] };

export type PlacedOrder = {
  orderNo: string;
  status: string;
  placedAt: string;
  /** Minor units of the currency. */
  total: number;
  currency: string;
};

/** A SIM; `state` is a text in the reader's language, `orderNo` is "" unless the customer bought it. */
export type Sim = {
  name: string;
  type: 'esim' | 'physical';
  last4: string;
  state: string;
  orderNo: string;
  validUntil: string | null;
};

/** An entry of the points ledger; `kind` is a text in the reader's language. */
export type PointsEntry = {
  at: string;
  points: number;
  kind: string;
  state: 'pending' | 'available' | 'void';
  orderNo: string;
  expiresAt: string | null;
};

/** A promo code that the customer was given; `reason` says why it cannot be used now, otherwise "". */
export type Promo = { code: string; reason: string; endsAt: string | null };

/** Something that staff did to the customer. */
export type StaffAction = {
  at: string;
  actor: string;
  action: string;
  detail: Record<string, unknown>;
};

/** A customer with everything that staff see; times are shown in the time zone of the site. */
export type Customer = {
  site: { id: string; name: string };
  zone: string;
  id: string;
  name: string;
  email: string;
  locale: Lang;
  since: string;
  access: {
    /** The number of open sessions, null while it cannot be read. */
    sessions: number | null;
    /** Identifies the open sessions for the call that ends them. */
    generation: string;
    lockedUntil: string | null;
  };
  orders: Paged<PlacedOrder>;
  sims: Sim[];
  points: {
    spendable: number;
    pending: number;
    /** Points taken back after they had been spent. */
    owed: number;
    /** Identifies the last adjustment by staff for the call that makes the next. */
    last: string;
    ledger: Paged<PointsEntry>;
  };
  promos: Promo[];
  history: StaffAction[];
  /** The lists among `sims`, `promos` and `history` that are not complete. */
  more: ('sims' | 'promos' | 'history')[];
};
