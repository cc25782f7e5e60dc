package view_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/sim/owned"
)

// The document that is selected in the form before anybody chooses is one that most readers of the language have.
func TestTheLikelyDocumentComesFirst(t *testing.T) {
	t.Parallel()
	hk := owned.Regime{Code: "HK", Documents: []string{"hkid", "passport", "mainland_travel_permit"}}
	cn := owned.Regime{Code: "CN", Documents: []string{"passport", "mainland_travel_permit", "resident_id"}}
	th := owned.Regime{Code: "TH", Documents: []string{"passport"}}
	for locale, want := range map[string][]string{
		"en": {"passport", "passport", "passport"}, "zh": {"mainland_travel_permit", "resident_id", "passport"},
	} {
		desk := view.SIMDetail(owned.SIM{}, []owned.Regime{hk, cn, th}, view.SIMExtras{Stale: func(owned.SIM) bool { return false }, Locale: locale}).RealNameDesk
		var first []string
		for i, r := range desk.Regimes {
			first = append(first, r.Documents[0].Type)
			require.Len(t, r.Documents, []int{3, 3, 1}[i], "none is lost")
		}
		require.Equal(t, want, first, locale)
	}
	require.Equal(t, "hkid", hk.Documents[0], "the rule itself stays as it is")
}

// Three documents are listed with one "or", before the last of them.
func TestDocumentsAreListedAsInASentence(t *testing.T) {
	t.Parallel()
	hk := owned.Regime{Code: "HK", Documents: []string{"hkid", "passport", "mainland_travel_permit"}}
	th := owned.Regime{Code: "TH", Documents: []string{"passport"}}
	for locale, want := range map[string]string{
		"en": "Have ready: Hong Kong identity card, passport or Mainland travel permit (Hong Kong); passport (Thailand).",
		"zh": "请备好：香港身份证、护照或港澳居民来往内地通行证（中国香港）；护照（泰国）。",
	} {
		require.Contains(t, view.RegistrationNote(catalog.Goods{}, []owned.Regime{hk, th}, locale), want)
	}
}
