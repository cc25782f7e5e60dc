// Package pg is the shop's access to Postgres: one pool that gorm works on, one way to run a transaction, the migrations,
// and a counter of statements.
//
// Invariants:
//   - Every transaction goes through DB.InTx. It is retried as a whole on a serialization failure or a deadlock, and
//     never nests.
//   - gorm's PrepareStmt stays off, so that a transaction's connection is a *sql.Tx that the job queue can insert with.
//   - No statement waits for ever: statement_timeout, lock_timeout and idle_in_transaction_session_timeout are set on
//     every connection, or for the role where a pooler stands between, and one whose server has gone without a word ends.
//   - Where a pooler stands between, nothing of a session is relied upon: no named statement, no setting, no lock but those of a
//     transaction. Migrations and the job queue have the address of the database itself.
package pg
