import type { Lang } from '../i18n';

/** Acts that a role may allow; the list is bff/staff/role.go. */
export type Act =
  | 'texts.read'
  | 'texts.edit'
  | 'texts.publish'
  | 'previews.share'
  | 'images.read'
  | 'images.edit'
  | 'catalogue.read'
  | 'catalogue.edit'
  | 'prices.edit'
  | 'sites.read'
  | 'sites.edit'
  | 'reviews.read'
  | 'reviews.decide'
  | 'orders.read'
  | 'orders.handle'
  | 'refunds.give'
  | 'customers.read'
  | 'customers.handle'
  | 'staff.manage'
  | 'log.read';

export const ROLES = ['admin', 'publisher', 'editor', 'merchandiser', 'support'] as const;
export type Role = (typeof ROLES)[number];

/** Who is logged in. */
export type Member = {
  id: string;
  email: string;
  name: string;
  role: Role;
  locale: Lang;
  acts: Act[];
};

/** Times are RFC 3339. */
export type Passkey = {
  id: string;
  name: string;
  host: string;
  createdAt: string;
  lastUsedAt: string | null;
};

export type Session = {
  id: string;
  method: 'passkey' | 'code' | 'invitation';
  device: string;
  address: string;
  createdAt: string;
  seenAt: string;
  current: boolean;
};

export type Account = { member: Member; passkeys: Passkey[]; sessions: Session[] };

export type Invitation = { email: string; role: Role; locale: Lang; expiresAt: string };

/** `expiresIn` and `resendAfter` are seconds. */
export type Ticket = { ticket: string; expiresIn: number; resendAfter: number };

export type Person = {
  id: string;
  email: string;
  name: string;
  role: Role;
  disabled: boolean;
  passkeys: number;
  sessions: number;
  seenAt: string | null;
};

export type People = {
  people: Person[];
  invitations: { id: string; email: string; role: Role; invitedBy: string; expiresAt: string }[];
};

/** How many entries of an area's list wait for staff at a site. `area` and `state` make the address of the filtered list. */
export type Todo = {
  area: string;
  state: string;
  site: { id: string; name: string };
  count: number;
};

export type LogEntry = {
  id: string;
  at: string;
  actor: string;
  /** The shop that it concerns, 0 for all. */
  site: number;
  entity: string;
  entityId: string;
  /** The number of an order, "" for anything else. */
  name: string;
  action: string;
  from: string;
  to: string;
  detail: Record<string, unknown>;
};

export type LogPage = { items: LogEntry[]; next: string };
