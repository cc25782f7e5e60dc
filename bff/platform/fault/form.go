package fault

import (
	"strings"
	"unicode/utf8"
)

// Form is what is wrong with a form: message keys by field. The first thing that is wrong with a field is kept.
type Form map[string]string

// Required notes key beside a field that is empty, and too_long beside one of more than limit characters.
func (f Form) Required(field, value, key string, limit int) {
	if value == "" {
		f.add(field, key)
	}
	f.Limited(field, value, limit)
}

// Limited notes too_long beside a field of more than limit characters.
func (f Form) Limited(field, value string, limit int) {
	if utf8.RuneCountInString(value) > limit {
		f.add(field, "too_long")
	}
}

// Correct notes what+"_required" beside a field in which nothing was typed, and what+"_invalid" beside one that is wrong.
func (f Form) Correct(field, typed, what string, right bool) {
	switch {
	case strings.TrimSpace(typed) == "":
		f.add(field, what+"_required")
	case !right:
		f.add(field, what+"_invalid")
	}
}

// Err returns the fault of the form, Fields; nil when nothing is wrong with it.
func (f Form) Err() error {
	if len(f) == 0 {
		return nil
	}
	return Fields(f)
}

func (f Form) add(field, key string) {
	if _, known := f[field]; !known {
		f[field] = key
	}
}
