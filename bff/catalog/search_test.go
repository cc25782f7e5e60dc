package catalog

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/db/seed"
)

// seeded is the index over the destinations the shop opens with.
func seeded(t *testing.T) []searchEntry {
	t.Helper()
	b, err := seed.FS.ReadFile("destinations.json")
	require.NoError(t, err)
	var rows []struct {
		Code    string
		Region  string
		Name    struct{ En, Zh string }
		Aliases []string
	}
	require.NoError(t, json.Unmarshal(b, &rows))
	var out []destinationRow
	for _, r := range rows {
		out = append(out, destinationRow{Code: r.Code, Region: r.Region, NameEn: r.Name.En, NameZh: r.Name.Zh, Aliases: r.Aliases})
	}
	return newIndex(raw{destinations: out, groups: []groupRow{{Code: "oceania", NameEn: "Oceania", NameZh: "大洋洲"}, {Code: "monthly", NameEn: "Monthly", NameZh: "月租"}}})
}

func TestFind(t *testing.T) {
	t.Parallel()
	index := seeded(t)
	for text, want := range map[string]string{
		"Japan":          "JP",
		"japan esim":     "JP",
		"日本":             "JP",
		"日本上网卡":          "JP",
		"riben":          "JP",
		"  RI BEN ":      "JP",
		"jp":             "JP",
		"Jpaan":          "JP",
		"Japn":           "JP",
		"東京":             "JP",
		"韓國":             "KR",
		"臺灣":             "TW",
		"台灣":             "TW",
		"中國臺灣":           "TW",
		"義大利":            "IT",
		"紐西蘭":            "NZ",
		"澳門":             "MO",
		"馬來西亞上網卡":        "MY",
		"曼谷與清邁":          "TH",
		"大洋洲電話卡":         "AU NZ FJ",
		"latin america":  "MX BR AR CL PE CO EC BO CR PA GT DO PY UY",
		"拉丁美洲":           "MX BR AR CL PE CO EC BO CR PA GT DO PY UY",
		"拉丁美洲流量卡":        "MX BR AR CL PE CO EC BO CR PA GT DO PY UY",
		"South America":  "BR AR CL PE CO EC BO PY UY",
		"north america":  "US CA MX",
		"Southeast Asia": "TH SG MY VN ID PH KH LA",
		"東南亞":            "TH SG MY VN ID PH KH LA",
		"dongnanya":      "TH SG MY VN ID PH KH LA",
		"新马泰":            "TH SG MY",
		"Scandinavia":    "SE NO DK",
		"港澳":             "HK MO",
		"日韓":             "JP KR",
		"中东":             "AE SA QA KW BH OM",
		"海灣":             "AE SA QA KW BH OM",
		"ouyang":         "",
		"东京":             "JP",
		"tokio":          "JP",
		"Tai":            "TH TW",
		"Thialand":       "TH",
		"tailand":        "TH",
		"Singapre":       "SG",
		"Phillipines":    "PH",
		"Philipines":     "PH",
		"印尼":             "ID",
		"xianggang":      "HK",
		"香港":             "HK",
		"中国香港":           "HK",
		"Honk Kong":      "HK",
		"hongkong":       "HK",
		"Macau":          "MO",
		"taiwan":         "TW",
		"台湾":             "TW",
		"uk":             "GB",
		"UK sim":         "GB", "sim in Japan": "JP",
		"Great Britan":   "GB",
		"usa":            "US",
		"Switzerlnad":    "CH",
		"Turkey":         "TR",
		"Türkiye":        "TR",
		"turkyie":        "TR",
		"Holland":        "NL",
		"Czech Republic": "CZ",
		"dubai":          "AE",
		"沙特":             "SA",
		"KSA":            "SA",
		"Kazakhstan":     "",
		"新西兰":            "NZ",
		"纽西兰":            "NZ",
		"Oceania":        "AU NZ FJ",
		"大洋洲":            "AU NZ FJ",
		"Austria":        "AT",
		"Australia":      "AU",
		"Austalia":       "AU",
		"sweeden":        "SE",
		"":               "",
		"!!!":            "",
		"x":              "",
		"zzzzzzzz":       "",
		"月租":             "",
	} {
		require.Equal(t, want, strings.Join(find(index, text), " "), "search for %q", text)
	}
}

func TestDistance(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"abc", "abc", 0}, {"abc", "", 3}, {"abc", "abd", 1}, {"abc", "acb", 1}, {"abc", "abcd", 1}, {"abcd", "abc", 1},
		{"kitten", "sitting", 3}, {"新西兰", "纽西兰", 1},
	} {
		require.Equal(t, c.want, distance(c.a, c.b), "%s → %s", c.a, c.b)
		require.Equal(t, c.want, distance(c.b, c.a), "%s → %s", c.b, c.a)
	}
}

func FuzzFind(f *testing.F) {
	for _, s := range []string{"japan", "日本", "\xff\xfe", strings.Repeat("a", 5000), "İstanbul", "🇯🇵"} {
		f.Add(s)
	}
	index := newIndex(raw{destinations: []destinationRow{{Code: "JP", NameEn: "Japan", NameZh: "日本", Aliases: []string{"riben"}}}})
	f.Fuzz(func(t *testing.T, s string) {
		found := find(index, s)
		if len(found) > 1 {
			t.Fatalf("one destination found twice: %v", found)
		}
		if n := normal(s); utf8.ValidString(s) && normal(n) != n {
			t.Fatalf("%q is not normal", n)
		}
	})
}
