// Package sites is the area of the Studio in which publishers make regional sites and open them: the calls below
// /studio/api/sites.
//
// Invariants:
//   - Each call names the act that the caller's role must allow: everybody on staff may look, publishers and admins make, change and
//     open sites.
//   - A try answers as the making would, and changes nothing.
//   - Amounts go out as people read them; rules and rounding are the server's.
package sites
