// Package merchandise is what staff change in the catalogue: prices, now or from a moment, and what a product of a site says.
//
// Invariants:
//   - Every change of a site's products holds the row of the site first, as whoever changes a name of a destination and the seed do.
//   - A change names the revision and the price that its author has seen. Of two who change one product, the second is refused and
//     answered with the author of the first and the current state.
//   - A price is in the site's currency, at least the smallest charge, and belongs to a plan of which a page can say what it costs
//     per day and per gigabyte. A scheduled price is checked again when its moment comes; one that is refused then is held.
//   - A scheduled price is applied once, in the order of the moments, by whoever comes first: its job, the sweep, a start, or
//     somebody who changes the product after the moment. It can be withdrawn until then.
//   - What staff have decided is marked (product_edit), and the files of the shop change it no more.
//   - Every change is in audit_log, in its transaction, with who made it.
package merchandise
