// Package orders is the area of the Studio in which support handles orders: the calls below /studio/api/orders. What waits for staff is
// listed (parcels to send, refunds that buyers ask for, orders that are held or late), an order is found by its number or e-mail, and
// everything that may be done to it is done here.
//
// Invariants:
//   - Only roles that handle orders see them: they hold names, addresses and what people bought.
//   - The area has no rules of its own. It asks the modules, which refuse as they refuse everybody; what it offers for an order is what
//     they would not refuse.
//   - What gives money back, holds an order or ends a hold has a reason. It stands in the audit log with who gave it.
//   - Money is given back against what the page showed: where that has changed, nothing is given (refund_overtaken).
package orders
