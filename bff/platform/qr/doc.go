// Package qr draws QR codes: an SVG for pages, a PNG for mails.
//
// Invariants:
//   - Error correction M, a quiet zone of 4 modules, black on white whatever the page's colours: what phone cameras need.
//   - The text appears nowhere in the drawing but as modules, and in no error: it may be an activation code.
//   - Modules fall on whole pixels; nothing is scaled or smoothed.
package qr
