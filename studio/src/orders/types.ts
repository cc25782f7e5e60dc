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

/** A page of a site's orders, whose times are shown in its zone. `next` is where the following one begins, "0" on the last. */
export type List = {
  site: string;
  zone: string;
  orders: Item[];
  next: string;
  sites: { id: string; name: string }[];
  counts: Record<string, number | undefined>;
};

export type Can =
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
  /** Its cards are to be put into a parcel. */
  toSend: boolean;
  /** What of it can be given back. */
  refundable: number;
  /** It came back before, or will. */
  gone: boolean;
};

export type Refund = {
  id: string;
  amount: number;
  state: string;
  /** A key of the shop's reasons, or one of the shop's own. */
  reason: string;
  notes: string;
  at: string;
  lines: string[];
};

/** What the buyer's bank has called back; its reason is the provider's word. */
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

/** All that staff see of an order. Amounts are minor units; what was erased is empty. */
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
  /** What of the payment has not been given back or promised. */
  left: number;
  name: string;
  email: string;
  phone: string;
  locale: Lang;
  member: boolean;
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
    /** What came in where it is not what was asked for, otherwise 0. */
    received: number;
    receivedCurrency: string;
  } | null;
  refunds: Refund[];
  disputes: Dispute[];
  history: Entry[];
  can: Can[];
};
