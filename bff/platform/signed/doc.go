// Package signed makes short texts that a browser may keep but not change: which browser placed an order, which
// tracking session was verified, which draft may be looked at.
//
// Invariants:
//   - A text is good for one purpose, until its expiry, and tells nothing about why it is not good.
//   - The value can be read by who holds the text; it is signed, not hidden.
//   - Every purpose has its own key, derived from the secret, so a signature of one purpose says nothing in another.
package signed
