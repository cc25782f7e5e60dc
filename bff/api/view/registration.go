package view

import (
	"slices"
	"strings"

	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/sim/owned"
	"github.com/roamcart/roamcart/shared"
)

// RegistrationNote says, before somebody pays for goods, which documents places want to see and how the registration goes on. rules
// are those that the goods are registered under.
func RegistrationNote(g catalog.Goods, rules []owned.Regime, locale string) string {
	text := func(key string, params map[string]any) string {
		return shared.Text(locale, "server", "sim."+key, params)
	}
	places := make([]string, len(rules))
	for i, r := range rules {
		names := make([]string, len(r.Documents))
		for j, d := range r.Documents {
			names[j] = text("documentInText."+d, nil)
		}
		if last := len(names) - 1; last > 0 {
			before := strings.Join(names[:last], shared.Text(locale, "plan", "listSeparator", nil))
			names = []string{before, names[last]}
		}
		documents := strings.Join(names, text("registerOr", nil))
		places[i] = text("registerPapers", map[string]any{"place": regimePlace(g, r.Code, locale), "documents": documents})
	}
	return text("registerNote", map[string]any{"papers": strings.Join(places, text("registerAnd", nil))})
}

// regimePlace is where a regime of goods rules, in the site's words.
func regimePlace(g catalog.Goods, code, locale string) string {
	if i := slices.Index(g.RealName, code); i >= 0 && g.RealNamePlaces != nil {
		return g.RealNamePlaces[i]
	}
	return shared.Text(locale, "plan", "regime."+code, nil)
}

// likelyFirst returns documents with the one first that most people have who read a language: a paper of the Mainland for those who
// read Chinese, a passport for everybody else.
func likelyFirst(documents []string, locale string) []string {
	likely := []string{"passport"}
	if locale == "zh" {
		likely = []string{"resident_id", "mainland_travel_permit", "passport"}
	}
	out := slices.Clone(documents)
	slices.SortStableFunc(out, func(a, b string) int { return rank(likely, a) - rank(likely, b) })
	return out
}

func rank(list []string, s string) int {
	if i := slices.Index(list, s); i >= 0 {
		return i
	}
	return len(list)
}
