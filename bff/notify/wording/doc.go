// Package wording is what staff have mails say in place of the texts that the shop came with. Package notify sends the mails.
//
// Invariants:
//   - A text is there in both languages, has every placeholder of the built-in one and no unknown one, and no markup.
//   - What does not hold that, or does not any more with a new version of the shop, is never used: the built-in text is sent.
//   - Mails read the texts from memory, which is read anew after a change; a database that is away stops no mail.
//   - A change names the revision that its author has seen. Of two who change one kind of mail, the second is refused
//     and shown who was first.
//   - History only grows: restoring, and going back to the texts of the shop, are changes like others.
//   - Every change is in audit_log, in its transaction, with who made it.
package wording
