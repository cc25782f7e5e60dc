// Package view turns what the shop's modules know into the contract's types, in one language. It decides nothing: every
// rule has been applied before, and the same view serves the calls and the pages.
package view

import (
	"strconv"

	"github.com/roamcart/roamcart/shared"
)

func id(n int64) string { return strconv.FormatInt(n, 10) }

// message returns an error's text.
func message(locale, code string, params map[string]any) string {
	return shared.Text(locale, "errors", code, params)
}
