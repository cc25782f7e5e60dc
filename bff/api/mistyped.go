package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/shared"
)

var capital = regexp.MustCompile(`[A-Z]`)

// mistyped names the field of a body or the parameter of a query whose value is of another type than the contract's; its message is
// the one that the field has for a wrong value. The fault is bad_request where err does not say which it is.
func mistyped(err error) *fault.Error {
	field := ""
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		field = strings.TrimPrefix(wrong.Field, "item.") // as what is wrong with an item is named without it
	} else if he, ok := errors.AsType[*echo.HTTPError](err); ok {
		// The generated server says it in words only.
		message, _ := strings.CutPrefix(fmt.Sprint(he.Message), "Invalid format for parameter ")
		if name, _, found := strings.Cut(message, ": "); found && message != he.Message {
			field = name
		}
	}
	if field == "" {
		return fault.New("bad_request")
	}
	name := field[strings.LastIndex(field, ".")+1:]
	key := strings.ToLower(capital.ReplaceAllString(name, "_$0")) + "_invalid"
	if !shared.Messages("en").Has("errors", key) {
		key = "invalid"
	}
	return fault.Fields(map[string]string{field: key}).WithParams(map[string]any{"max": catalog.MaxPageSize})
}
