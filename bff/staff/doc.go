// Package staff knows the people who work in the Studio: who they are, how they prove it, what each role may do, and where
// their sessions are. They are apart from the shop's customers: no row, cookie or code of one is of any use to the other.
//
// Invariants:
//   - Nobody becomes a member but by an invitation. An invitation is good once, for 72 hours, and of two who accept it at once
//     one gets it; only the hash of its token is kept.
//   - A member logs in with a passkey, or with a code by mail. A passkey is good on the host that it was made for, and only for
//     whoever owns it; what begins its use (a ceremony) is good once, so that no answer can be replayed. A member who has a
//     passkey is notified by mail of a login by code, and of each passkey that is added or removed, for which the login has to be recent.
//   - Nothing reveals to a stranger whether an address is a member's: asking for a code does the same for all, in words, counts and
//     time; a mail is written by a job.
//   - A try of a code is counted before the code is compared, so parallel guesses cannot exceed MaxTries.
//   - A session is a random token that is kept as a hash, with the member's role read anew for each request: a change of role
//     or a member who is disabled ends every session in the transaction of the change.
//   - What a role may do stands in one table (Role.May). There is always an admin who can log in: the
//     last one can neither be disabled nor lose the role.
//   - Every change is in audit_log, in its transaction, with who did it.
package staff
