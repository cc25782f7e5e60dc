// Package catalogue is the area of the Studio in which merchandisers change plans and their prices: the calls below
// /studio/api/catalogue and /studio/api/prices.
//
// Invariants:
//   - Each call names the act that the caller's role must allow: everybody on staff may look, merchandisers and admins change.
//   - Amounts go out as integers in minor units, and come in as they were typed; rules and rounding are the server's.
//   - What was refused because somebody else was first says who that was, and what is there now.
package catalogue
