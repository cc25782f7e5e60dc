// Package editor is the back office of editors: drafts of the shop's texts, their previews, and publishing.
//
// A text has a kind (service, terms, page, faq), a name, and a version in each language. What editors hand in is a Markdown
// file, the same that db/seed/content holds.
//
// Invariants:
//   - A version stays as it was handed in. What is shown is named by a pointer, which publishing moves, for both languages in
//     one transaction; whoever reads a page in between gets the one pair or the other.
//   - A text is published in both languages or, when an editor says so, in one; then the other is marked as left behind until
//     it is published too.
//   - Nobody replaces a version that he has not seen, unless he says so.
//   - Until a text is published for the first time it follows the files of the shop; from then on it never does.
//   - What is typed in the Studio is saved apart from versions, whatever it is, and becomes a version when it is handed in. A save
//     names what it is based on; words that are based on something older are kept aside for their author, never lost.
//   - A scheduled publication is made once, at its time, with the versions it was made for; a text that was published in between
//     is not published over: the schedule is held, and says why.
//   - Who may do what is the caller's to check. What changes a text for others is in the audit log, in its transaction.
//   - A preview shows the versions it was made for, on the page of production, to whoever has its link, until the link
//     expires. It is never kept by a cache.
package editor
