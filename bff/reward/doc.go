// Package reward keeps customers' points and referrals.
//
// Points come in lots that can be spent from one day to another, the first to expire first. An order takes them when it
// is placed, uses them when it is paid and gives them back when it is cancelled, each to the lot it came from.
//
// Invariants:
//   - The ledger is append-only, and one event writes one entry: UNIQUE (source_type, source_id, kind).
//   - For every customer the ledger adds up to what remains in the lots less what is owed. Owed is what was taken back
//     after it had been spent; points that can be spent pay it first. What can be spent is never negative.
//   - Lots, redemptions and what is owed change only under the lock of the customer's reward_account row; several are
//     locked in ascending order of the customer. It comes after every lock of an order.
//   - Of an order of which a part was refunded, a customer keeps no more points than what stays paid is worth, and has
//     back the same part of the points spent on it, with their old expiry.
//   - What was ordered as a guest earns for the one customer who has proved the order's address, from the day of the delivery
//     and less what was refunded before; nobody has points of it until then. They
//     stay as they are when the order is taken into the account.
//   - A friend is referred once, counted by account and by mailbox; never by himself, as far as account, mailbox and
//     browser reveal. Both sides' points wait for the end of the refund window and go when the order is refunded.
//   - Mailboxes and browsers are kept as fingerprints only.
package reward
