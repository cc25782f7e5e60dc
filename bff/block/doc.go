// Package block is what staff show around the texts of a site: its menu, the words of its home page, and its campaign banner.
//
// Invariants:
//   - A site follows the shop's files until staff publish something; from then on the files do not change that any more.
//   - A draft is saved by naming the revision that it is based on: of two who change the same thing the second is refused.
//   - What is published has passed the checks: both languages, house rules, and links that lead somewhere.
//   - History only grows: restoring publishes the old body once more.
//   - A banner is shown from a moment, until another one, by the clocks of its site; whether it is shown stands in its row, so that all
//     front doors say the same.
//   - Words are text, never markup, and links are paths of the shop or https addresses.
package block
