// Package pgtest gives each test a private, migrated, empty database on a real
// Postgres.
//
// Invariants:
//   - Every test sees a database nobody else uses; it is dropped when the test ends.
//   - Migrations run once for every content of db/migrations, and a fill once for
//     every state of the code, into templates that all test processes copy; a
//     half-made template is never visible.
//   - Any number of `go test` processes may run at the same time.
//
// The server is TEST_DATABASE_URL when that is set (its user must be allowed to
// create databases). Otherwise one server is started on first use, shared by
// every test process of this user and kept for the next run; `make clean` stops
// it.
package pgtest
