// Package carrier is the sandbox carrier: a partner behind a REST API that makes eSIMs, counts what they use, tops them up and
// registers people, as real partners do it. Orders are taken at once and made later; messages are signed, sent twice and not
// in order; numbers of SIMs that were given up are given out again; it has no idempotency keys, so that whoever asks twice buys
// twice. The shop reaches it over HTTP and has no branch for it.
//
// Invariants:
//   - All state is in the schema sandbox. A request, a click or a due task is one transaction with the messages about it.
//   - A number is on at most one line that is not retired.
//   - A line that is issued again ends in the transaction that makes the one that carries on: plans are on one of them.
//   - Of documents only a digest and the last four characters of their number are kept.
//   - A message is sent until it was taken, with growing pauses of at most a minute.
package carrier
