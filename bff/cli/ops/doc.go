// Package ops is the back office: what a person may do to orders and stock, as commands of the program.
//
// Invariants:
//   - A command that changes something names the person who does it, and one that touches money or stock says why; both
//     stand in the audit log, in the transaction of the change.
//   - The back office has no rules of its own: it asks the modules, which refuse as they refuse everybody.
//   - An error is one line; the program then ends with 1, or with 2 when the command was not understood.
//   - With --json the answer is one JSON value, whose names do not change.
package ops
