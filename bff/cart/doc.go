// Package cart keeps what a browser or a customer means to buy.
//
// Invariants:
//   - A cart belongs to one owner of one tenant; no call takes a cart's id, so nobody can name another's.
//   - Prices are never stored: every reading shows the price of now.
//   - An eSIM gets in only with its compatibility confirmed.
//   - A cart promises no stock; an order does.
package cart
