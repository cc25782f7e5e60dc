// Package embedded runs the database servers of the sandbox and of tests: a real Postgres and a Redis, as children of this
// process.
//
// Invariants:
//   - A data folder belongs to one running sandbox: a kernel lock, released even by
//     SIGKILL, is held from before a server is started until it has stopped.
//   - No server outlives its sandbox for long: the kernel signals it when the
//     sandbox dies (Linux), and the next start stops whatever still runs on the
//     folder before it starts its own.
//   - Data written is durable: fsync and full page writes stay on, Redis appends
//     to a file.
//   - Postgres never runs as root. A root shop runs it as the owner of its data,
//     else as "postgres", else as "nobody".
//   - Servers listen on Unix sockets inside private folders, so any number of
//     shops run side by side and nothing is reachable from the network.
package embedded
