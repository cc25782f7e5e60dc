// Package image holds the images that staff upload for the shop's texts.
//
// An image is known by its Name, which says the hash of its files, the size of the largest and the type of the fallback. The
// files are made by package encode and kept by package store; a row says who has uploaded the image and what it shows.
//
// Invariants:
//   - What visitors load was encoded here from pixels: no byte of an upload is stored or served.
//   - A file never changes: its name has the hash of the files that were made together with it.
//   - The files are stored before the row, so that an image that is known can be loaded. Files that no row names are deleted by
//     Sweep after a day. An upload whose files were deleted before its row was there stores them again.
//   - Storage is called outside of transactions, but for the deletion of a file, which is given up after 1.5 s.
//   - An image that is used by a text is not deleted.
//   - Who may do what is the caller's to check. What changes an image is in the audit log, in its transaction.
package image
