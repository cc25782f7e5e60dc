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

// MaxPage is the last page of a list that can be asked for: it keeps the offset within reason.
const MaxPage = 1_000_000

// Page returns which page of a list is asked for, from 1; 0 asks for none and is the first. It notes page_invalid beside one that no
// list has.
func (f Form) Page(n int) int {
	if n < 0 || n > MaxPage {
		f.add("page", "page_invalid")
	}
	return max(n, 1)
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
