// Package servers runs the sandbox's servers in place of real partners: the payment provider, the carrier, and the outbox behind a
// mail server and an address for text messages. The shop gets their addresses by settings, and reaches them as it reaches real
// ones.
//
// Invariants:
//   - Only what the shop has no real one of stands in.
//   - All state is in the schema sandbox of the shop's database, so that the servers may be started again at any time: what they
//     could not deliver to the shop meanwhile they deliver then.
package servers
