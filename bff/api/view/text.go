package view

import (
	"strconv"

	"github.com/roamcart/roamcart/shared"
)

func id(n int64) string { return strconv.FormatInt(n, 10) }

// message returns an error's text.
func message(locale, code string) string { return shared.Text(locale, "errors", code, nil) }
