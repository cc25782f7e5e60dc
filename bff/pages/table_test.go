package pages_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/shared"
)

func TestMatch(t *testing.T) {
	t.Parallel()
	table := pages.NewTable(pages.Options{TestPayments: true})
	for path, want := range map[string]struct {
		kind   pages.Kind
		params map[string]string
	}{
		"/home":                       {pages.Home, map[string]string{}},
		"/travel-card/listing":        {pages.Listing, map[string]string{}},
		"/travel-card/asia":           {pages.Group, map[string]string{"group": "asia"}},
		"/travel-card/asia/jp-3g-7":   {pages.Detail, map[string]string{"group": "asia", "goodsId": "jp-3g-7"}},
		"/travel-card/destination/jp": {pages.Destination, map[string]string{"country": "jp"}},
		"/travel-card/compare":        {pages.Compare, map[string]string{}},
		"/travel-card/which":          {pages.Which, map[string]string{}},
		"/travel-card/listing/x":      {pages.Detail, map[string]string{"group": "listing", "goodsId": "x"}},
		"/esim/module":                {pages.ESIMModule, map[string]string{}},
		"/payment/261121ABCDEFGHJ":    {pages.Payment, map[string]string{"orderNo": "261121ABCDEFGHJ"}},
		"/my-order":                   {pages.Track, map[string]string{}},
		"/my-account/rewards":         {pages.AccountRewards, map[string]string{}},
		"/my-account/sims-info":       {pages.AccountSims, map[string]string{}},
		"/services/a%2Fb":             {pages.Service, map[string]string{"serviceName": "a/b"}},
		"/terms/%E6%9D%A1":            {pages.Terms, map[string]string{"termsName": "条"}},
		"/test/stripe-server-demo":    {pages.TestStripe, map[string]string{}},
		"/":                           {pages.NotFound, map[string]string{}},
		"/travel-card":                {pages.NotFound, map[string]string{}},
		"/travel-card/asia/x/y":       {pages.NotFound, map[string]string{}},
		"/services/%00":               {pages.NotFound, map[string]string{}},
		"/services/":                  {pages.NotFound, map[string]string{}},
		"/home/":                      {pages.NotFound, map[string]string{}},
		"/{lang}":                     {pages.NotFound, map[string]string{}},
		"/my-account/orders/whatever": {pages.NotFound, map[string]string{}},
	} {
		row, params, ok := table.Match(path)
		require.Equal(t, want.kind, row.Kind, path)
		require.Equal(t, want.params, params, path)
		require.Equal(t, want.kind != pages.NotFound, ok, path)
	}
}

var update = flag.Bool("update", false, "write testdata/table.txt")

// The table as a whole, to read, and to see what a change of a kind changes: go test ./bff/pages -update writes it anew.
func TestTableMatchesItsGoldenFile(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, r := range pages.NewTable(pages.Options{TestPayments: true}).Rows() {
		marks := []string{string(r.Tier)}
		for _, m := range []struct {
			has  bool
			name string
		}{{r.Private, "private"}, {r.Login, "login"}, {r.Unlisted, "unlisted"}, {r.Test, "test"}, {r.Tiles, "tiles"}} {
			if m.has {
				marks = append(marks, m.name)
			}
		}
		fmt.Fprintf(&b, "%-16s %-36s %s\n", r.Kind, r.Pattern, strings.Join(marks, " "))
		for _, p := range r.Query {
			fmt.Fprintf(&b, "%16s ?%s\n", "", p.Name)
		}
		if len(r.JSONLD) > 0 {
			fmt.Fprintf(&b, "%16s %s: %s\n", "", r.OGType, strings.Join(r.JSONLD, " "))
		}
	}
	const file = "testdata/table.txt"
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), b.String())
}

func TestTestPagesExistOnlyWithoutRealMoney(t *testing.T) {
	t.Parallel()
	live := pages.NewTable(pages.Options{})
	for _, path := range []string{"/test/payment", "/test/stripe-server-demo"} {
		_, _, ok := live.Match(path)
		require.False(t, ok, path)
	}
	off := pages.NewTable(pages.Options{Off: []pages.Kind{pages.Login}})
	_, _, ok := off.Match("/login")
	require.False(t, ok)
	_, ok = off.Row(pages.Login)
	require.False(t, ok)
}

func TestPathInvertsMatch(t *testing.T) {
	t.Parallel()
	table := pages.NewTable(pages.Options{TestPayments: true})
	params := map[string]string{"group": "asia", "goodsId": "jp 3g", "orderNo": "261121ABC", "serviceName": "a/b", "termsName": "条", "simId": "a1b2", "country": "jp"}
	for _, row := range table.Rows() {
		path := pages.Path(row.Kind, "zh", params)
		locale, rest := pages.SplitLocale(path)
		require.Equal(t, "zh", locale)
		got, _, ok := table.Match(rest)
		require.True(t, ok, path)
		require.Equal(t, row.Kind, got.Kind, path)
	}
	require.Equal(t, "/en/services/a%2Fb", pages.Path(pages.Service, "en", params))
	require.Equal(t, "/en", pages.Path(pages.NotFound, "en", nil))
}

func TestNothingPrivateIsShared(t *testing.T) {
	t.Parallel()
	for _, row := range pages.NewTable(pages.Options{TestPayments: true}).Rows() {
		require.Equal(t, row.Private, row.Tier == pages.TierNone, row.Kind)
		require.Equal(t, !row.Private && !row.Unlisted, row.Indexed(), row.Kind)
		require.Equal(t, row.Indexed(), len(row.JSONLD) > 0, row.Kind)
		require.False(t, row.Login && !row.Private, row.Kind)
	}
}

func TestTheContractKnowsTheSameKinds(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../shared/openapi.yaml")
	require.NoError(t, err)
	_, after, ok := strings.Cut(string(raw), "\n    PageKind:\n")
	require.True(t, ok)
	list, _, ok := strings.Cut(after, "]")
	require.True(t, ok)
	_, list, _ = strings.Cut(list, "[")
	want := regexp.MustCompile(`\w+`).FindAllString(list, -1)
	got := []string{string(pages.NotFound)}
	for _, row := range pages.NewTable(pages.Options{TestPayments: true}).Rows() {
		got = append(got, string(row.Kind))
	}
	require.ElementsMatch(t, want, got)
}

// The renderer may have fewer pages than the shop will have, but none that the door does not know, and none elsewhere.
func TestTheRenderersTableAgrees(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../ssr/app/router/table.ts")
	require.NoError(t, err)
	found := regexp.MustCompile(`kind: '(\w+)',\s*path: '([^']+)'`).FindAllStringSubmatch(string(raw), -1)
	require.NotEmpty(t, found)
	patterns := map[string]string{"not_found": "*"}
	for _, row := range pages.NewTable(pages.Options{TestPayments: true}).Rows() {
		patterns[string(row.Kind)] = regexp.MustCompile(`\{(\w+)\}`).ReplaceAllString(strings.TrimPrefix(row.Pattern, "/"), ":$1")
	}
	for _, f := range found {
		require.Equal(t, patterns[f[1]], f[2], f[1])
	}
}

// The renderer writes the Markdown twin of every kind of page that may be indexed, and of no other.
func TestTheRenderersTwinsAgree(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../ssr/app/twins/table.ts")
	require.NoError(t, err)
	_, table, _ := strings.Cut(string(raw), "TWINS")
	var got, want []string
	for _, kind := range regexp.MustCompile(`(?m)^  (\w+): \{`).FindAllStringSubmatch(table, -1) {
		got = append(got, kind[1])
	}
	for _, row := range pages.NewTable(pages.Options{TestPayments: true}).Rows() {
		if row.Indexed() {
			want = append(want, string(row.Kind))
		}
	}
	require.ElementsMatch(t, want, got)
}

func TestEveryPageHasItsWords(t *testing.T) {
	t.Parallel()
	for _, locale := range pages.Locales() {
		words := shared.Messages(locale)
		for _, row := range pages.NewTable(pages.Options{TestPayments: true}).Rows() {
			if row.Kind == pages.Service || row.Kind == pages.Terms {
				continue // editors write them
			}
			require.True(t, words.Has("seo", string(row.Kind)+".title"), "%s %s", locale, row.Kind)
			require.True(t, words.Has("seo", string(row.Kind)+".description"), "%s %s", locale, row.Kind)
		}
	}
}

func TestBothLanguagesHaveTheSameWords(t *testing.T) {
	t.Parallel()
	en, zh := shared.Messages("en"), shared.Messages("zh")
	for key := range en {
		if strings.HasPrefix(key, "seo:") {
			require.Contains(t, zh, key)
		}
	}
	for key := range zh {
		if strings.HasPrefix(key, "seo:") {
			require.Contains(t, en, key)
		}
	}
}
