// Package outbox is the sandbox's mail relay and phone network: what the shop sends is kept in Postgres and can be read
// at /sandbox/outbox. It exists only while no real relay is configured.
//
// Invariants:
//   - A message's key is kept once: sending it again changes nothing.
//   - A mail is shown in a frame that runs no script and loads nothing from anywhere; its pictures are put into the page.
//   - Its table lives in the schema "sandbox", apart from the shop's migrations, and is made by Migrate.
package outbox
