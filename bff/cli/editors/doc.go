// Package editors is what editors type: roamcart content.
//
// Invariants:
//   - A command that changes something names who does it.
//   - Files are taken all or none; the errors of every file are reported.
//   - Publishing ends with a receipt: which pages show the new text, and after how long, as somebody outside sees them.
package editors
