// Package redistest gives each test a Redis of its own.
//
// Invariants:
//   - Nothing is shared between tests: keys, channels, scripts and settings are
//     private, so a test may flush, subscribe or stop its server.
//   - The server is the real redis-server when one is on PATH, else a copy of
//     its protocol in memory; REDISTEST_REAL=1 turns the second into a failure.
//   - A server ends with its test, and on Linux with the test process, however
//     that ends.
package redistest
