// Package shipping is the area of the Studio in which merchandisers change how a site sends parcels: the calls below
// /studio/api/shipping.
//
// Invariants:
//   - Each call names the act that the caller's role must allow: everybody on staff may look, merchandisers and admins change.
//   - Amounts go out as they are typed, with their decimals, and come in so; rules and rounding are the server's.
package shipping
