// Package account proves that somebody holds a mailbox or a phone.
//
// Invariants:
//   - A code is six random digits, kept only as a keyed hash, and good once, for one purpose and one target of one site.
//   - A try is counted before the code is compared, so parallel guesses cannot exceed the limit.
//   - One code per minute, target and purpose; asking answers the same for known and unknown targets.
package account
