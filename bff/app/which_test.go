package app_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
)

// The page "Which plan do I need?" recommends plans for a trip in both languages; without a trip it is a form, which has every
// destination once.
func TestPlansAreRecommended(t *testing.T) {
	t.Parallel()
	guest := apptest.Open(t, apptest.Options{}).Shopper(t)
	for _, lang := range []string{"en", "zh"} {
		form := whichPage(t, guest, "/"+lang+"/travel-card/which")
		seen := map[string]bool{}
		for _, r := range append(form.Regions, gen.WhichRegion{Name: "popular", Destinations: form.Popular}) {
			for _, d := range r.Destinations {
				if seen[d.Code] || d.Name == "" || r.Name == "" {
					t.Errorf("%s: %s %q stands twice or without a name", lang, d.Code, d.Name)
				}
				seen[d.Code] = true
			}
		}
		if len(seen) != 77 || len(form.Popular) != 12 || len(form.Errors) != 0 || form.Trip != nil || len(form.Habits) != 4 ||
			strings.Join(form.Answers.Habits, " ") != "maps" {
			t.Errorf("%s: the form is %+v", lang, form)
		}
		japan := whichPage(t, guest, "/"+lang+"/travel-card/which?countries=JP&days=7&habits=maps")
		want := map[string]string{"en": "Japan", "zh": "日本"}[lang]
		if trip := japan.Trip; trip.Places[0].Name != want || trip.Days != 7 || trip.PerDayTenths != 3 || trip.NeedTenths != 21 {
			t.Errorf("%s: the trip is %+v", lang, trip)
		}
		first := japan.Choices[0]
		if part := first.Parts[0]; first.Kind != "cheapest" || part.Goods.GoodsId != "jp-3g-7" || first.Total != 650 || first.Currency != "USD" ||
			strings.Join(part.SimTypes, " ") != "esim" {
			t.Errorf("%s: the first recommendation is %+v", lang, first)
		}
	}
}

// What was answered stays, right or wrong, and what is wrong is named by its field.
func TestWrongAnswersAreNamed(t *testing.T) {
	t.Parallel()
	guest := apptest.Open(t, apptest.Options{}).Shopper(t)
	for query, want := range map[string]struct{ answers, errors string }{
		"?countries=jp":                                  {"JP||maps", ""},
		"?countries=jp,zz":                               {"JP||maps", "countries unknown"},
		"?days=":                                         {"||", "countries required, days required, habits required"},
		"?countries=JP&days=":                            {"JP||", "days required, habits required"},
		"?countries=JP&days=0&habits=video":              {"JP|0|video", "days out_of_range"},
		"?countries=JP&days=5000&habits=video":           {"JP|5000|video", "days out_of_range"},
		"?countries=JP&days=a%20week&habits=x":           {"JP|a week|", "days out_of_range, habits unknown"},
		"?countries=JP&days=7.5&habits=video":            {"JP|7.5|video", "days out_of_range"},
		"?countries=JP&days=%EF%BC%97&habits=video,maps": {"JP|７|maps video", ""},
		"?countries=JP&days=7&habits=video&habits=fly":   {"JP|7|video", "habits unknown"},
		"?countries=JP&countries=KR&countries=TH&countries=SG&countries=MY&countries=VN&days=7&habits=maps": {"JP KR MY SG TH VN|7|maps", "countries too_many"},
		"?countries=%00,%3Cb%3E&days=7&habits=maps":                                                         {"|7|maps", "countries unknown"},
	} {
		got := whichPage(t, guest, "/en/travel-card/which"+query)
		answers := fmt.Sprintf("%s|%s|%s", strings.Join(got.Answers.Countries, " "), got.Answers.Days, strings.Join(got.Answers.Habits, " "))
		var errors []string
		for _, field := range slices.Sorted(maps.Keys(got.Errors)) {
			errors = append(errors, field+" "+got.Errors[field])
		}
		if answers != want.answers || strings.Join(errors, ", ") != want.errors {
			t.Errorf("%s: %q, %q; want %+v", query, answers, errors, want)
		}
		if len(errors) > 0 && (got.Trip != nil || len(got.Choices) > 0) {
			t.Errorf("%s: something is recommended", query)
		}
	}
}

// whichPage reads the page at path. Search engines may show the one without answers.
func whichPage(t *testing.T, p *apptest.Shopper, path string) (d gen.WhichPage) {
	t.Helper()
	var found struct {
		Status  int
		Noindex bool
		Data    json.RawMessage
	}
	p.Get("/gw/page/query", "path", path).Into(t, &found)
	if found.Status != http.StatusOK || found.Noindex != strings.Contains(path, "?") {
		t.Fatalf("%s: %d, noindex %v", path, found.Status, found.Noindex)
	}
	if err := json.Unmarshal(found.Data, &d); err != nil {
		t.Fatal(path, err)
	}
	return d
}
