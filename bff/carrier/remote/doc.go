// Package remote is the carrier that is reached over HTTP. It speaks the partner's REST API, keeps within the partner's
// limits and maps the partner's values to those of package carrier.
//
// Invariants:
//   - A call that reads is tried again once; a call that writes is never sent twice.
//   - A refusal is read by the code in its body, an answer by what every such answer of the partner has. A status alone says at most that
//     somebody wants to be left alone.
//   - When the partner asks to be left alone for a while, no call is sent until then.
//   - Jobs do not wait for pages. No turn passes unused while somebody waits for one.
//   - No body, no code, no number of a SIM is logged or put into an error.
package remote
