// Package promo is what staff do with promo codes: make, change, end and delete them, and see what their uses cost. How a code
// applies to an order is decided by package order.
//
// Invariants:
//   - Every change of a site's codes holds the row of the site first, as the seed and all changes of the catalogue do.
//   - A change names the revision of the code that its author has seen. Of two who change one code, the second is refused and shown
//     who was first.
//   - A percentage is a whole number from 1 to 100; an amount is in the site's currency and its smallest unit.
//   - A code that can make an order free, or leave less of it than the smallest charge, so that it gives less than it says, is
//     confirmed by whoever makes it.
//   - A code that was ever used or given to a customer is not deleted, and its name never changes.
//   - What staff have made of a code is marked (promo_edit), and the files of the shop change it no more.
//   - Every change is in audit_log, in its transaction, with who made it.
package promo
