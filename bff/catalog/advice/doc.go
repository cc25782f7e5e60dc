// Package advice recommends plans for a trip, from what a site sells.
//
// Invariants:
//   - A recommendation fits: it covers every destination of the trip, lasts as long, has the data at full speed that the habits
//     need, allows a hotspot when one is wanted, is prepaid and can be bought now. Nothing is rounded in its favour.
//   - The same trip and the same catalogue give the same answer. Popularity and margins do not count.
//   - Data is counted in tenths of a gigabyte, so that what a page shows adds up.
//
// The rules and the reasons for them are in docs/decisions/098-plan-advisor.md.
package advice
