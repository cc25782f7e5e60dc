// Package mails is the area of the Studio in which staff change what mails say: the calls below /studio/api/mails.
//
// Invariants:
//   - Whoever may write texts may look and try, publishers and admins change: a mail goes out with the text the moment it is saved.
//   - A preview is made by the code that makes the mail, with sample data; nothing of it is real.
//   - A test mail goes to the address of the caller and to no other.
package mails
