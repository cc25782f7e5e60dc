package pages

import (
	"slices"
	"strings"

	"github.com/roamcart/roamcart/shared"
)

// Table is the page table of an installation.
type Table struct {
	rows  []Row
	pages map[Kind]page
}

// Options say which pages an installation has.
type Options struct {
	// TestPayments is true when no real money can move: then the pages under /test exist.
	TestPayments bool
	// Off are kinds that do not exist (yet).
	Off []Kind
	// Replace are for tests.
	Replace []Replacement
}

// NewTable returns the table of the pages that exist under o.
func NewTable(o Options) *Table {
	t := &Table{pages: map[Kind]page{NotFound: notFoundPage}}
	for _, p := range kinds {
		r := p.row()
		if (r.Test && !o.TestPayments) || slices.Contains(o.Off, r.Kind) {
			continue
		}
		if r.Tier == "" {
			r.Tier = TierNone
		}
		t.rows = append(t.rows, r)
		t.pages[r.Kind] = p
	}
	for _, one := range o.Replace {
		if p, ok := t.pages[one.kind]; ok {
			t.pages[one.kind] = one.in(p)
		}
	}
	return t
}

// Rows returns the pages that exist, in the table's order. The slice is the caller's.
func (t *Table) Rows() []Row { return slices.Clone(t.rows) }

// Row returns the row of a kind.
func (t *Table) Row(kind Kind) (Row, bool) {
	for _, r := range t.rows {
		if r.Kind == kind {
			return r, true
		}
	}
	return Row{}, false
}

// page returns the page of a kind, the not-found page where there is none.
func (t *Table) page(kind Kind) page {
	if p, ok := t.pages[kind]; ok {
		return p
	}
	return notFoundPage
}

// Match resolves the path below the language ("/travel-card/asia") in normal form. Parameters come out decoded. When no
// page is there, ok is false and the row is the not-found page's.
func (t *Table) Match(path string) (row Row, params map[string]string, ok bool) {
	for _, r := range t.rows {
		if params, ok := match(r.Pattern, path); ok {
			return r, params, true
		}
	}
	return notFoundPage.Row, map[string]string{}, false
}

// Path returns the address of a page, "/en/travel-card/asia"; params fill the pattern. It is "/{locale}" for a kind the
// shop never has.
func Path(kind Kind, locale string, params map[string]string) string {
	return "/" + locale + fill(byKind[kind].Pattern, params)
}

// Locales returns the languages of the shop, the default first.
func Locales() []string { return shared.Constants().Locales }

// IsLocale reports whether the shop speaks the language.
func IsLocale(s string) bool { return slices.Contains(Locales(), s) }

// SplitLocale takes the language off a path: "/zh/cart" gives "zh" and "/cart", "/zh" gives "zh" and "". For a path
// without one, locale is "" and rest is the path.
func SplitLocale(path string) (locale, rest string) {
	name, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	if strings.HasPrefix(path, "/") && IsLocale(name) {
		return name, path[1+len(name):]
	}
	return "", path
}

func match(pattern, path string) (map[string]string, bool) {
	want, got := strings.Split(pattern, "/"), strings.Split(path, "/")
	if len(want) != len(got) {
		return nil, false
	}
	params := map[string]string{}
	for i, w := range want {
		if name, ok := paramName(w); ok {
			value, ok := decodeSegment(got[i])
			if !ok || value == "" {
				return nil, false
			}
			params[name] = value
		} else if w != got[i] {
			return nil, false
		}
	}
	return params, true
}

func fill(pattern string, params map[string]string) string {
	segments := strings.Split(pattern, "/")
	for i, s := range segments {
		if name, ok := paramName(s); ok {
			segments[i] = encodeSegment(params[name])
		}
	}
	return strings.Join(segments, "/")
}

func paramName(segment string) (string, bool) {
	if !strings.HasPrefix(segment, "{") {
		return "", false
	}
	return strings.Trim(segment, "{}"), true
}
