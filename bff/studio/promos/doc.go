// Package promos is the area of the Studio in which merchandisers make, change and end promo codes, and see what their uses cost: the
// calls below /studio/api/promos.
//
// Invariants:
//   - Each call names the act that the caller's role must allow: everybody on staff may look, merchandisers and admins change.
//   - Amounts go out as integers in minor units, and come in as they were typed; rules and rounding are the server's.
//   - Nothing goes out of who used a code.
package promos
