package address_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/address"
)

// However a state is typed, tax is looked up under its code.
func TestAStateIsKnownByItsCode(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ country, state, wantCountry, want string }{
		{"US", "NY", "US", "NY"}, {"us", "ny ", "US", "NY"}, {"US\u200b", " N.Y.", "US", "NY"}, {"ＵＳ", "ＮＹ", "US", "NY"},
		{"US", "New York", "US", "NY"}, {"US", "new  york", "US", "NY"}, {"US", "纽约州", "US", "NY"}, {"US", "纽约", "US", "NY"},
		{"US", "加州", "US", "CA"}, {"US", "Washington, D.C.", "US", "DC"}, {"US", "Washington", "US", "WA"},
		{"CA", "québec", "CA", "QC"}, {"CA", "安大略省", "CA", "ON"}, {"US", "Nowhere", "US", "Nowhere"},
		{"CN", " 广东省 ", "CN", "广东省"}, {"HK", "", "HK", ""}, {"USA", "NY", "", ""}, {"U", "NY", "", ""}, {"", "NY", "", ""},
	} {
		country, state := address.Destination(c.country, c.state)
		require.Equal(t, []string{c.wantCountry, c.want}, []string{country, state}, "%q %q", c.country, c.state)
	}
}

func TestAnUnknownStateIsRefused(t *testing.T) {
	t.Parallel()
	any := address.Rules{Email: yes}
	nowhere, typed := home("US", "Nwe York", "10001"), home("US", " new york", "10001")
	require.Equal(t, map[string]string{"a.state": "state_invalid"}, map[string]string(nowhere.Problems("a.", any)))
	require.Empty(t, typed.Problems("a.", any))
	require.Equal(t, "NY", typed.State)
}
