// Package app puts the shop together: settings, parts, workers, server, and the order in which they start and stop. It is
// the only package that knows every other.
//
// Start: secrets, database and Redis, migrations, seed, rooms, workers, listener, renderer. Stop is the reverse, within
// one deadline: not ready any more, no new requests, workers end their jobs, then the embedded parts.
package app
