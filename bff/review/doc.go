// Package review takes what buyers say about plans that they have used, and shows what the shop has approved.
//
// Invariants:
//   - Only a line of an order whose SIM has been used is reviewed, once, by whoever may see the order.
//   - Nothing is shown before somebody of the shop has approved it; each decision has its row in the audit log, in the same
//     transaction, and is made once.
//   - A review has no other name than the one that its buyer typed for it. When the buyer's account is erased, approved reviews
//     stay without that name, the others are deleted, and the order can no longer be reviewed.
//   - A buyer is asked by mail once per order, a week after the first of its SIMs was first used.
//   - What is shown changes the page cache in the transaction of the decision (trigger review_changed).
package review
