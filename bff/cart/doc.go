// Package cart keeps what a browser or a customer means to buy.
//
// Invariants:
//   - A cart belongs to one owner of one tenant; no call takes a cart's id, so nobody can name another's.
//   - Prices are never stored: every reading shows the price of now.
//   - An eSIM gets in only with its compatibility confirmed.
//   - A plan that begins on a chosen day has that day from the moment it gets in; the same plan on another day is another line.
//     Whether the day can still be had is looked at with every reading.
//   - A cart promises no stock; an order does. It holds picked numbers for 15 minutes, and so many of one network at once.
package cart
