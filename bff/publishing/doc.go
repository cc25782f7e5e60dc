// Package publishing knows what publishing a text does to the shop's pages: which of them take something from it, when visitors
// see the new text there, and where the links of a text lead.
//
// Invariants:
//   - A page is asked for as a visitor asks for it, and is fresh once its entity tag is another one.
//   - Who publishes waits for the pages; how long each took is kept with the publication, also with one that a schedule made.
//   - A page that says nothing else than before is not waited for, and so never called stale.
package publishing
