// Package tenant is the regional sites of the shop: which one a request's host belongs to, what it is called, and its
// menu.
//
// Invariants:
//   - The host decides the site. A host nobody listed belongs to none, nor does a port: there is no default.
//   - The registry is a snapshot in memory. Reads never touch the database and never fail; a reload that fails leaves
//     the snapshot as it was.
//   - One host belongs to one site; a reload that finds it in two is refused.
//   - Links inside the shop come out with the prefix of the language they were asked in.
package tenant
