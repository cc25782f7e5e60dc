import type { Address } from '../../../ssr/app/gw/types';
import type { Lang } from '../i18n';

/** An order in a list. Amounts are minor units. */
export type Item = {
  orderNo: string;
  status: string;
  placedAt: string;
  total: number;
  currency: string;
  /** Why it is held, "" when it is not. */
  hold: string;
  email: string;
  plans: { name: string; quantity: number }[];
};

/** A page of a site's orders; times are shown in its zone. `next` is the cursor of the next page, "0" on the last. */
export type List = {
  site: string;
  zone: string;
  orders: Item[];
  next: string;
  sites: { id: string; name: string }[];
  counts: Record<string, number | undefined>;
};

export type OrderAction =
  | 'ship'
  | 'complete'
  | 'refund'
  | 'hold'
  | 'lift'
  | 'giveBack'
  | 'cancel'
  | 'mails'
  | 'email'
  | 'address';

export type Line = {
  id: string;
  no: number;
  name: string;
  goodsId: string;
  simType: string;
  topUp: boolean;
  quantity: number;
  total: number;
  state: string;
  /** The last digits of the cards that were sent. */
  cards: string;
  number: string;
  startDate: string;
  /** It has cards that are still to be sent. */
  toSend: boolean;
  /** The amount that can be refunded. */
  refundable: number;
  /** It was refunded, or a refund is under way. */
  gone: boolean;
};

export type Refund = {
  id: string;
  amount: number;
  state: string;
  /** A key of the reasons that customers choose from, or one that the shop sets itself. */
  reason: string;
  notes: string;
  at: string;
  lines: string[];
  /** How a failed refund can be settled. */
  settle: Settlement[];
};

export type Settlement = 'again' | 'elsewhere' | 'nothing';

/** A chargeback by the buyer's bank; `reason` is the provider's code. */
export type Dispute = {
  amount: number;
  currency: string;
  reason: string;
  state: 'open' | 'won' | 'lost';
  at: string;
};

export type Entry = {
  at: string;
  actor: string;
  action: string;
  detail?: Record<string, unknown>;
};

/** An order with everything that staff see. Amounts are minor units; erased personal data is empty. */
export type Order = {
  site: { id: string; name: string };
  zone: string;
  orderNo: string;
  status: string;
  cancelReason: string;
  hold: string;
  placedAt: string;
  payBefore: string;
  currency: string;
  total: number;
  freight: number;
  discount: number;
  refunded: number;
  /** The amount that is neither refunded nor in a pending refund. */
  left: number;
  name: string;
  email: string;
  phone: string;
  locale: Lang;
  /** The number of the customer in whose account it is, "" for a guest's. */
  customer: string;
  address: Address | null;
  country: string;
  method: string;
  tracking: string;
  lines: Line[];
  payment: {
    method: string;
    status: string;
    amount: number;
    error: string;
    at: string;
    /** The amount received when it differs from the amount due, otherwise 0. */
    received: number;
    receivedCurrency: string;
  } | null;
  refunds: Refund[];
  disputes: Dispute[];
  /** How often the email and the address have been corrected. */
  emailRevision: string;
  addressRevision: string;
  history: Entry[];
  can: OrderAction[];
};
