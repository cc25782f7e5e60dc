// Package share draws the picture that a shared link shows: a PNG of 1200 × 630 with the shop's colours and the page's facts.
//
// Invariants:
//   - A picture is made of its Card alone. The same card gives the same bytes, and Card.Version names them: a price that
//     changes gives another version, so an address with the version in it may be kept for ever.
//   - Both languages are drawn with the font in this package. A character that it lacks is left out.
package share
