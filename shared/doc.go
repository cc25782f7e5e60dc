// Package shared gives Go what it has in common with the browser's half of the shop: the numbers of constants.json
// and the words of locales.
//
// Invariants:
//   - constants.json is the only place of each number; TypeScript imports the same file.
//   - Both languages of errors.json have the same keys and the same placeholders, and no message is empty.
//   - Placeholders are written {{name}}, as i18next reads them.
package shared
