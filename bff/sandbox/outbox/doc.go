// Package outbox is the sandbox's mail relay and phone network: what the shop sends by SMTP, or posts as a text
// message, is kept in Postgres and can be read at /sandbox/outbox.
//
// Invariants:
//   - A message is kept once, by its Message-ID or reference: sending it again changes nothing.
//   - A mail is shown in a frame that runs no script and loads nothing from anywhere; its pictures are put into the page.
//   - Its table lives in the schema "sandbox", apart from the shop's migrations, and is made by Migrate.
package outbox
