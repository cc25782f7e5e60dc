package catalog

import (
	"context"
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Found is what a shopper may mean with a search.
type Found struct {
	// Destinations are those that were named, the likeliest first. Never nil.
	Destinations []Destination
	// Anywhere says that plans were named and no destination: "eSIM".
	Anywhere bool
	Traits   Traits
	// TraitWords are the words that say the traits, as they were typed.
	TraitWords string
}

// Search returns what a shopper may mean with text. It understands both languages whatever the page's is, pinyin, cities,
// short forms, a slip of the finger or two, and words for kinds of plans.
func (s *Service) Search(ctx context.Context, tenant int64, lang, text string) (Found, error) {
	snap, err := s.snapshot(ctx, tenant)
	if err != nil {
		return Found{}, err
	}
	if r := []rune(text); len(r) > maxQuery {
		text = string(r[:maxQuery])
	}
	r := read(text)
	out := Found{Destinations: []Destination{}, Anywhere: r.plans && r.rest == "", Traits: r.traits, TraitWords: r.words}
	where := r.rest
	if where == "" && !r.plans { // "in" is India
		where = text
	}
	v := snap.in(lang)
	for _, code := range find(snap.index, where) {
		if i, ok := v.byCode[code]; ok {
			out.Destinations = append(out.Destinations, v.destinations[i])
		}
	}
	return out, nil
}

// searchEntry is a destination with everything it is called, normalised; or what a whole region is called.
type searchEntry struct {
	codes []string
	names []string
	// short are names such as "uk", which count inside a longer text when they stand alone there. ISO codes are not among
	// them: "in" and "no" are words.
	short []string
	// region says that it is a part of the world with several destinations.
	region bool
}

// newIndex lists the regions last, so that a destination wins over its region. A destination has the names that all sites know and
// those of this site, in every language.
func newIndex(r raw) []searchEntry {
	var out []searchEntry
	regions, own := map[string][]string{}, map[string][]string{}
	for _, o := range r.own {
		own[o.Code] = append(own[o.Code], o.Name)
	}
	for _, d := range r.destinations {
		regions[d.Region] = append(regions[d.Region], d.Code)
		e := searchEntry{codes: []string{d.Code}}
		for _, n := range slices.Concat([]string{d.Code, d.NameEn, d.NameZh}, own[d.Code], d.Aliases) {
			if n = normal(n); n != "" && !slices.Contains(e.names, n) {
				e.names = append(e.names, n)
			}
		}
		for _, n := range d.Aliases {
			if n = normal(n); len([]rune(n)) < 4 && !hasHan(n) {
				e.short = append(e.short, n)
			}
		}
		out = append(out, e)
	}
	for _, g := range r.groups {
		if codes := regions[g.Code]; len(codes) > 0 {
			out = append(out, searchEntry{codes: codes, names: []string{normal(g.NameEn), normal(g.NameZh)}, region: true})
		}
	}
	for _, a := range areas {
		e := searchEntry{codes: a.Codes, region: true}
		for _, n := range a.Names {
			e.names = append(e.names, normal(n))
		}
		out = append(out, e)
	}
	return out
}

// areas are parts of the world that shoppers name and that are no group of the shop.
var areas = func() []area {
	var out []area
	if err := json.Unmarshal(areasFile, &out); err != nil {
		panic(err)
	}
	return out
}()

type area struct {
	Names []string
	Codes []string
}

//go:embed areas.json
var areasFile []byte

// maxQuery bounds the work of a search, in characters; no destination has a longer name.
const maxQuery = 60

// find returns the codes of the best matches: of exact ones, else of names that begin with the text, else of texts that
// contain a name ("japan esim") or names that contain the text, else of those within a slip or two.
func find(index []searchEntry, text string) []string {
	q := normal(text)
	if q == "" {
		return nil
	}
	words := strings.FieldsFunc(text, unicode.IsSpace)
	for i, w := range words {
		words[i] = normal(w)
	}
	byRank := map[int][]string{}
	for _, e := range index {
		best := noMatch
		for _, name := range e.names {
			best = min(best, rank(name, q))
		}
		if slices.ContainsFunc(e.short, func(name string) bool { return slices.Contains(words, name) }) {
			best = min(best, within)
		}
		for _, code := range e.codes {
			if !slices.Contains(byRank[best], code) {
				byRank[best] = append(byRank[best], code)
			}
		}
	}
	for r := exact; r < noMatch; r++ {
		if len(byRank[r]) > 0 {
			return byRank[r]
		}
	}
	return nil
}

const (
	exact = iota
	prefix
	within
	slip
	twoSlips
	noMatch
)

func rank(name, q string) int {
	n, m := len([]rune(name)), len([]rune(q))
	han := hasHan(name)
	// A two-letter name ("uk") has to be typed as it is: it is part of too many words.
	short := n < 4 && !han || n < 2
	switch {
	case name == q:
		return exact
	case strings.HasPrefix(name, q) && (m >= 2 || han):
		return prefix
	case !short && strings.Contains(q, name), m >= 3 && strings.Contains(name, q), han && m >= 2 && strings.Contains(name, q):
		return within
	case short || han && n < 3 || min(n, m) < 4 && !han:
		return noMatch
	}
	switch d := distance(name, q); {
	case d <= 1:
		return slip
	case d == 2 && min(n, m) >= 6:
		return twoSlips
	}
	return noMatch
}

// normal is lower case and simplified characters, without accents, spaces and punctuation.
func normal(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return simplified(unicode.ToLower(r))
		}
		return -1
	}, norm.NFKD.String(s))
}

func hasHan(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}

// distance is how many letters have to be put in, left out, changed or swapped with their neighbour to get from a to b
// (optimal string alignment).
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	before, last, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(y)]
}
