package check

import (
	"time"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// Width is how wide a text is in a search result: a full-width character counts as two.
func Width(text string) int {
	n := 0
	for _, r := range text {
		switch width.LookupRune(r).Kind() {
		case width.EastAsianWide, width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}

// fields looks at the front matter.
func (l *list) fields(in Input, head map[string]field) {
	if head == nil {
		return
	}
	required := []string{"title", "updated", "seoTitle", "seoDescription"}
	if in.Kind == "faq" {
		required = required[:1]
	}
	for _, name := range required {
		f := head[name]
		if f.value == "" {
			l.at(f.at, 0, Finding{Code: "field_missing", Severity: Error, Field: name})
			continue
		}
		switch name {
		case "updated":
			if _, err := time.Parse(time.DateOnly, f.value); err != nil {
				l.at(f.at, len(f.value), Finding{Code: "no_day", Severity: Error, Field: name, Params: map[string]any{"found": f.value}})
			}
		case "seoTitle":
			l.wide(name, f, MaxTitle)
		case "seoDescription":
			if n := utf8.RuneCountInString(f.value); n > MaxDescription {
				l.at(f.at, len(f.value), Finding{
					Code: "too_long", Severity: Error, Field: name, Params: map[string]any{"count": n, "max": MaxDescription},
				})
				continue
			}
			l.wide(name, f, MaxDescription)
		}
	}
}

// wide warns of a text that a search engine would cut.
func (l *list) wide(name string, f field, limit int) {
	if n := Width(f.value); n > limit {
		l.at(f.at, len(f.value), Finding{Code: "too_wide", Severity: Warning, Field: name, Params: map[string]any{"width": n, "max": limit}})
	}
}
