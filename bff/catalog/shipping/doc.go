// Package shipping is what staff change in a site's shipping table: zones, the ways to send a parcel there, what these cost and how
// long they take. What an order pays for its parcel is calculated by package order.
//
// Invariants:
//   - Every change holds the row of the site first, as the seed and all changes of the catalogue do.
//   - The table of a site is changed as a whole, by whoever names the revision that there is. Of two who change it, the second is
//     refused and shown who was first.
//   - A country is in one zone at most, and one zone at most is for all other countries. Each zone has a way to send.
//   - Amounts are in the site's currency and its smallest unit.
//   - A table that staff have changed is marked (shipping_edit), and the files of the shop change it no more.
//   - Every change is in audit_log, in its transaction, with who made it.
package shipping
