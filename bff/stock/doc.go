// Package stock takes in what the shop has to sell: counted cards, cards by their number, phone numbers and eSIM profiles.
//
// Invariants:
//   - A delivery goes in as a whole or not at all; the first row that is wrong is named with its line.
//   - What comes in twice is refused: a number, a card and a profile exist once per site, also after what
//     recorded of a SIM was erased.
//   - on_hand never falls below what is promised to orders; the table's own check holds it.
//   - Every delivery leaves an audit row with who brought it and why.
//   - An activation code is sealed before it is written, and stands in no log and no error.
package stock
