// Package waittest is what tests of every layer wait with: conditions that come true on a busy machine, too, gates before a server that
// can be shut and stalled, and free TCP ports. It knows nothing of the shop.
package waittest
