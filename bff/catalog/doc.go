// Package catalog reads what the shop sells: goods, the groups they are listed in, the destinations they cover, and the numbers
// a shopper may pick from.
//
// Invariants:
//   - Reads are served from a snapshot per site. It is loaded in one statement. When it is older than Fresh or Invalidate was called,
//     one statement reads the log of changes, and one more the products that it names: what a change costs does not grow with the
//     catalogue. What changes more than products is loaded as a whole (docs/decisions/020). When the database does not answer, the
//     last snapshot is served, unless it is known that something has changed since: then nobody is given it, also not while another
//     reader loads the next one.
//   - Whether something can be bought is never older than Fresh on lists and is read from the database for a product's page (Detail). The
//     price and stock that an order is built on are read by the order itself, never here.
//   - A snapshot is read-only once it is published; goods handed out share its slices and must not be changed.
//   - Nothing of one site is ever in an answer about another.
//   - A destination has the name and the picture that the site has for it in the language (package naming), everywhere.
//   - A facet counts what its value would leave, with every filter but its own.
package catalog
