// Package conns bounds the connections of a listener: how many are open in total and per network, and how long a client may
// take none of a response.
//
// Invariants:
//   - Clients cannot use up the connections of proxies and of this machine, nor the other way round: both have a total of their
//     own.
//   - A network is an IPv4 address or an IPv6 /64, which is what one customer of a provider has.
//   - Refusing a connection never delays accepting the next one, and what refusals cost is bounded.
//   - A write that makes progress is never cut off, one that makes none always is.
package conns
