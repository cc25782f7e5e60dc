// Package embedded runs the servers a shop needs when nobody has given it any:
// a real Postgres, a Redis and the page renderer, as children of this process.
//
// Invariants:
//   - A data folder belongs to one running shop: a kernel lock, released even by
//     SIGKILL, is held from before a server is started until it has stopped.
//   - No server outlives its shop for long: the kernel signals it when the shop
//     dies (Linux), and the next start stops whatever still runs on the folder
//     before it starts its own.
//   - A server that dies is started again with growing pauses, on the same
//     address, so that connection pools recover by themselves.
//   - Data written is durable: fsync and full page writes stay on, Redis appends
//     to a file.
//   - Postgres never runs as root. A root shop runs it as the owner of its data,
//     else as "postgres", else as "nobody".
//   - Servers listen on Unix sockets inside private folders, so any number of
//     shops run side by side and nothing is reachable from the network. The
//     renderer alone needs a port: a free one on the loopback address.
//
// Production uses none of this: it passes DATABASE_URL, REDIS_URL and SSR_URL.
package embedded
