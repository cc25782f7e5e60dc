// Package store keeps the files of images: in a folder, or in storage that speaks the protocol of S3.
//
// Invariants:
//   - A file is there with all its bytes or not at all, also after a crash.
//   - A call of a bucket ends, whatever the bucket does.
//   - A name leads nowhere but to a file of the store.
package store
