// Package waittest is what tests of every layer wait with: conditions that come true on a busy machine, too, a proxy that refuses
// connections or hangs, and free TCP ports. It knows nothing of the shop.
package waittest
