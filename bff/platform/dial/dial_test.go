package dial_test

import (
	"testing"

	"github.com/roamcart/roamcart/bff/platform/dial"
)

func TestCountryOfANumber(t *testing.T) {
	t.Parallel()
	for number, want := range map[string]struct {
		code    string
		country string
		not     string
	}{
		"+85291234567":   {"852", "HK", "CN"},
		"+8613800000000": {"86", "CN", "HK"},
		"+447700900123":  {"44", "GB", "FR"},
		"+12125550100":   {"1", "US", "JM"},
		"+14165550100":   {"1", "CA", "DO"},
		"+18765550100":   {"1876", "JM", "US"},
		"+18295550100":   {"1829", "DO", "CA"},
		"+77015550100":   {"77", "KZ", "RU"},
		"+79165550100":   {"7", "RU", "KZ"},
		"+881612345678":  {"", "", "BD"},
		"+979123456789":  {"", "", "US"},
		"+1":             {"1", "US", ""},
		"":               {"", "", "US"},
	} {
		if got := dial.Code(number); got != want.code {
			t.Errorf("%s begins with %q, want %q", number, got, want.code)
		}
		if want.country != "" && !dial.In(number, []string{"XX", want.country}) {
			t.Errorf("%s is not in %s", number, want.country)
		}
		if dial.In(number, []string{want.not}) || dial.In(number, nil) {
			t.Errorf("%s is in %s, or in none", number, want.not)
		}
	}
	if !dial.Known("GB") || dial.Known("UK") || dial.Known("") {
		t.Error("a country that is none is known, or the other way round")
	}
}
