// Package app puts the shop together: settings, parts, workers, server, and the order in which they start and stop. It is
// the only package that knows every other.
//
// Start: the port is taken; secrets; Postgres, Redis and the renderer, at once; migrations, seed, modules, workers; then
// requests are answered. Stop, within one deadline: not ready any more; workers end their jobs, which may call the sandbox
// through the port; no new requests; what runs in the background; then the embedded parts.
package app
