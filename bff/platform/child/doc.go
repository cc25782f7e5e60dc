// Package child runs servers as children of this process: the page renderer beside the shop, and what the sandbox brings.
//
// Invariants:
//   - A server that dies is started again with growing pauses, on the same address, so that connection pools recover by
//     themselves.
//   - No server outlives its parent for long: the kernel signals it when the parent dies (Linux).
//   - A child has a process group of its own: a signal from the terminal reaches the parent alone, which stops its children in
//     order, each within a deadline.
package child
