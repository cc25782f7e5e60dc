// Package changes notifies a program of what has changed in the shop's public data, whoever changed it and on whichever replica.
//
// Database triggers write a tag per changed thing ("goods:20:jp-3g-7", "faq") into change_log, in the transaction that
// makes the change. A Feed reads the log a few times a second. It needs no session of its own (no LISTEN), so that it
// works through any pooler and catches up by itself after the database was away.
//
// Invariants:
//
//   - A reader who takes the Mark, then reads data, may say of what was read: it is no older than the Mark.
//   - onChange runs before the Mark moves past the change.
//   - IsCurrent may report current data as stale (mark of another feed, long transaction), never stale data as current. It also
//     knows the changes of the time before the program started.
package changes
