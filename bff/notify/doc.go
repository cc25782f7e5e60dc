// Package notify sends mails and text messages about what happened, in the recipient's language, exactly once as far as that
// is possible.
//
// Invariants:
//   - A note is written in the transaction of what it tells about, under a key that names the event ("order:17:paid"):
//     the same event twice is one note.
//   - A note is claimed for a time, sent without a transaction or a connection to the database, and recorded; a sent or failed
//     note is never sent again. A crash between sending and recording repeats a mail once the claim has run out: its Message-ID
//     is derived from the key, so that mailboxes drop the copy.
//   - No row of this package holds a secret in the clear. Activation codes are fetched when a mail is rendered and appear
//     in it only as pictures; verification codes wait sealed.
//   - Both bodies of a mail, HTML and plain text, are made from one list of blocks; every text of a mail is data to both
//     layouts, never markup.
//   - en and zh have the same texts; a text that is missing is an error when rendering, never a blank.
package notify
