// Package naming is what a site calls destinations in a language and by which picture it shows them, where that differs from what
// all sites do.
//
// Invariants:
//   - A site's names are its own: no other site, and no other language of the same site, says or shows anything else.
//   - Two destinations of a site never have one name in a language.
//   - When a name changes, the plans and groups of the site that say it are reworded in the same transaction, so that a page says
//     one name. What was ordered keeps the name it was ordered by.
//   - Who changes a name stands in the audit log; from then on the files of the shop do not change it.
package naming
