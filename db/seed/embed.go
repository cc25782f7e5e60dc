// Package seed holds the data that a new shop opens with: sites, menus, destinations and their names on each site, products, prices, delivery,
// promotions, devices and the editors' texts. It is data only; bff/seed loads it.
package seed

import "embed"

// FS holds every seed file, with paths relative to this folder.
//
//go:embed *.json content
var FS embed.FS
