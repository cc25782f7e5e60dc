// Package view turns what the shop's modules know into the contract's types, in one language. It decides nothing: every
// rule has been applied before, and the same view serves the calls and the pages.
package view
