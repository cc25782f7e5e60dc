// Package payment takes payments for orders and gives refunds.
//
// Amounts are in minor units of the currency beside them.
//
// Invariants:
//   - No provider is called inside a transaction. The row that explains a call is committed before the call.
//   - An order has at most one attempt that is open or processing; a partial unique index holds it.
//   - Only Apply records what the provider reports, whatever triggered it: webhook, browser return, poller or expiry.
//     Apply takes a freshly retrieved intent, locks order, then attempt, and only ever moves forward, so a repeated or
//     late report changes nothing.
//   - A client secret or a page's address is handed out for an attempt that is open here; what the provider made for one
//     that was closed meanwhile is given up. A cancelled order has nothing left that could be paid.
//   - An order with money that does not match is held: it is neither ended nor paid until somebody has looked.
//     Once all of that money is on its way back nobody has to look any more, until a refund of it fails.
//   - Money that arrives for an order that cannot take it any more is given back in full, once, by a refund row whose
//     source names the attempt.
//   - A refund is looked for at the provider before it is asked for: what its row stands for is given back once, also when the provider has
//     forgotten the call, or a restored database the row.
//   - Refund rows never add up to more than came in. Their order waits in pending_refund as long as one is under way.
//   - An order of which all the money went back has ended, whoever gave it back: what was not handed over is in stock again, what
//     was is revoked, and no carrier is asked for the rest.
//   - What cost no money ends without a refund row, for want of a payment that it could name.
//   - What goes back outside the shop, refunded or disputed at the provider, is booked as a refund row, too: each day the
//     ledger and the provider's lists agree, or the difference is stored and reported.
//   - An event is stored before it is answered and can be replayed at any time.
package payment
