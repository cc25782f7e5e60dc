// Package order takes orders and owns what becomes of them: prices, frozen lines, promised stock, status.
//
// Amounts are in minor units of the currency of the site that sold.
//
// Invariants:
//   - An order row is committed before anybody asks for money, with its lines, total and currency frozen.
//   - subtotal - discountAmount + freightAmount + tax + numberSelectionFee + deposits = orderTotal >= 0, in integers.
//   - Stock is promised by stock_reservation rows: each is reserved, then either released or consumed, once. For every
//     stock row, allocated is the sum of its reserved reservations and never exceeds on_hand.
//   - Status changes are guarded updates that name the status they leave; whoever finds zero rows changed has lost and
//     does nothing. Each writes an audit row in the same transaction.
//   - An order that cost no money is refunded once all its lines have ended; then the points and the promo code that paid for it are back.
//   - A hold has all its reasons. It ends with the last of them, or when staff lift it, and never while the payment is disputed: until
//     then nothing is delivered or sent, and what the order earned is not spent.
//   - Reading an order names its tenant and its viewer in the WHERE clause; there is no reading by number alone.
//   - What somebody types as an e-mail address and has not proved uses up no promo code for people elsewhere, and no answer reveals
//     them whether the mailbox has used one.
//   - Numbers that carts and unpaid orders hold are bounded per network, as package offer says.
//   - A picked number belongs to one order: held while it waits for payment, sold once it is paid, free again when it is
//     cancelled.
//   - What waits for payment is bounded per customer, per mailbox that is not proved, and per network: orders that are placed
//     at once are counted one after the other, and one that is paid or over counts no longer.
//   - An order is placed for a customer while the account is held, so that of an order and a deletion at the same moment
//     one comes first: the order is detached with the others, or refused.
//   - What a guest ordered and paid for is taken into the account of whoever has proved its mailbox, once and for good (Claim):
//     from then on it is what an order of the customer is, its owner included, and neither the browser that placed it nor a later
//     owner of the mailbox has it.
//   - Locks are taken in this order: customer, SIM that is topped up, mailbox, network, the network's numbers, order (several:
//     ascending id), payment attempt, stock (ascending id), promo code, number (ascending id), what the order's SIMs are (ascending
//     id), reward accounts (ascending customer).
//   - A lock that changes something is FOR NO KEY UPDATE, so that rows that refer to it are written meanwhile; only erasing a
//     person takes FOR UPDATE. A mail holds its address by FOR KEY SHARE, and so waits for an erasure and for nothing else.
package order
