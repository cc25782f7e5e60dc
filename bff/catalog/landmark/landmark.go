// Package landmark holds the shop's own drawings of popular destinations: skylines and landmarks in white, for the coloured
// ground of a destination's page. A drawing is one SVG element of 360 × 130 without ids, styles or scripts, which stands on its
// lower edge; it goes into the HTML of a page as it is.
package landmark

import (
	"embed"
	"strings"
)

//go:embed *.svg
var files embed.FS

// Of returns the drawing of a destination, by its ISO code, or "" where there is none.
func Of(code string) string {
	raw, err := files.ReadFile(strings.ToLower(code) + ".svg")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(raw))
}
