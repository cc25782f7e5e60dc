// Package app puts the shop together: settings, renderer, workers, server, and the order in which they start and stop. It is
// the only package that knows every other module of the shop; what stands in for the outside world is a program of its own.
//
// Start: the port is taken; secrets; the renderer; migrations, seed, modules, workers; then requests are answered. Stop, within one
// deadline: not ready any more; workers end their jobs; no new requests; what runs in the background; then the renderer.
package app
