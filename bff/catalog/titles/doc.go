// Package titles is what staff write for search engines about pages of the catalogue: titles and descriptions of products, groups and
// destinations, for all sites or for one. Package catalog reads what is written here.
//
// Invariants:
//   - A text is there in both languages or in neither: what is empty is generated.
//   - Texts are one line without markup. A placeholder in them is one that the page fills in.
//   - A product that does not say its full-speed allowance and the speed after it is not described as unlimited.
//   - A change names the revision that its author has seen. Of two who change one page, the second is refused and shown who was first.
//   - Every change is in audit_log, in its transaction, with who made it.
package titles
