// Package idempotency lets a call be sent again without being done again: the first answer is kept under the key that
// the caller chose, and given again.
//
// Invariants:
//   - A key belongs to a tenant, an owner (user or browser) and a scope (the call); nobody meets another's key.
//   - Of callers with the same key at the same time one is Fresh; the others are Running until it finished, then Replay.
//   - The same key with another request is a Mismatch, whatever became of the first.
//   - A runner holds a lease that is longer than a call can run. When it died, the next caller takes over after it; the
//     one who lost the lease cannot finish or abandon any more. A runner that outlives its lease all the same, because
//     its machine stood still, is stopped by the unique keys of what it writes.
//   - Every operation is one statement. Finish may be part of the transaction that does the work, so that the work and
//     its answer are kept together or not at all.
//   - Keys are kept 48 hours at least.
package idempotency
