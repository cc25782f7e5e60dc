package address_test

import (
	"slices"
	"testing"
	"unicode"

	"github.com/roamcart/roamcart/bff/address"
)

// The library's names are those of 2018.
func TestCountriesHaveTheirCurrentNames(t *testing.T) {
	t.Parallel()
	for code, want := range map[string][2]string{
		"MK": {"North Macedonia", "北马其顿"}, "SZ": {"Eswatini", "斯威士兰"}, "CZ": {"Czechia", "捷克"},
	} {
		if en, zh := address.CountryName(code, "en"), address.CountryName(code, "zh"); en != want[0] || zh != want[1] {
			t.Errorf("%s: %s, %s", code, en, zh)
		}
	}
}

func TestEveryCountryHasANameInBothLanguages(t *testing.T) {
	t.Parallel()
	all := address.Countries()
	if len(all) < 235 || len(all) > 250 || !slices.IsSorted(all) {
		t.Fatalf("%d: %v", len(all), all)
	}
	for _, code := range []string{"ZA", "HK", "NG", "US", "VA", "PR", "GG", "PS"} {
		if !slices.Contains(all, code) {
			t.Errorf("%s is missing", code)
		}
	}
	seen := map[string]string{}
	for _, code := range all {
		a := home(code, "x", "")
		if bad := a.Problems("", address.Rules{Email: yes}); bad["country"] != "" {
			t.Errorf("%s: %v", code, bad)
		}
		for _, lang := range []string{"en", "zh"} {
			name := address.CountryName(code, lang)
			if name == code || name == "" || seen[name] != "" {
				t.Errorf("%s in %s: %q, as %s", code, lang, name, seen[name])
			}
			if lang == "zh" && !unicode.Is(unicode.Han, []rune(name)[0]) {
				t.Errorf("%s: %q is not Chinese", code, name)
			}
			seen[name] = code
		}
	}
}
