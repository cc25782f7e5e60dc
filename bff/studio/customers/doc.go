// Package customers is the area of the Studio in which support works for single customers: the calls below /studio/api/customers. A
// customer is found by the whole email or by the number of an order; the page shows orders, SIMs, points, promo codes and how the account
// can be entered. Points and promo codes are given, sessions are ended and login locks are lifted here.
//
// Invariants:
//   - Nobody reads through customers: there is no list of them, and a part of an email finds nothing.
//   - Every statement takes the site. A customer of another site is not found.
//   - The area has no rules of its own. It asks the modules that `roamcart ops` asks.
//   - Each action has a reason, which stands in the audit log with who did it.
//   - Points change against what the page showed, and sessions end against those that it showed: what is sent twice happens once
//     (points_overtaken, sessions_overtaken, account_not_locked). A promo code that a customer has is not given again.
//   - Activation codes and whole numbers of SIMs are never read.
package customers
