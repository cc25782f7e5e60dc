// Package migrations holds the goose SQL migrations of the shop's database, in the order they apply.
package migrations

import "embed"

// FS holds every migration file.
//
//go:embed *.sql
var FS embed.FS
