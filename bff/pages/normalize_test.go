package pages_test

import (
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/roamcart/roamcart/bff/pages"
)

func TestNormalize(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ path, query, want string }{
		{"/en/home", "", "/en/home"},
		{"/EN/Home", "", "/en/home"},
		{"/en/home/", "utm=A", "/en/home?utm=A"},
		{"//en//home//", "", "/en/home"},
		{"//evil.example/x", "", "/evil.example/x"},
		{"/en/./a/../home", "", "/en/home"},
		{"/en/%2e%2E/zh", "", "/zh"},
		{"/../../etc/passwd", "", "/etc/passwd"},
		{"/en/%68ome", "", "/en/home"},
		{"/en/a%2fb", "", "/en/a%2Fb"},
		{"/en/a%5cb", "", "/en/a%5Cb"},
		{"/en/%E6%9D%A1", "", "/en/%E6%9D%A1"},
		{"/en/%e6%9d%a1", "", "/en/%E6%9D%A1"},
		{"/en/payment/261121abcdefghj", "", "/en/payment/261121ABCDEFGHJ"},
		{"/en/my-order/261121ABCDEFGHJ", "x=1", "/en/my-order/261121ABCDEFGHJ?x=1"},
		{"/payment/261121abc", "", "/payment/261121ABC"},
		{"/en/my-order", "", "/en/my-order"},
		{"/en/services/payment/x", "", "/en/services/payment/x"},
		{"/", "", "/"},
		{"/en/", "", "/en"},
		{"/en/%00", "", "/en"},
		{"/en/home%0D%0A", "x=1", "/en/home?x=1"},
		{"/en/home%20", "", "/en/home"},
		{"/en/home%E2%80%8B", "", "/en/home"},
		{"/en/home%E2%80%A8x", "", "/en/home%20x"},
		{"/en/%0A/home", "", "/en/home"},
		{"/%0A/evil.example", "", "/evil.example"},
		{"/en/a/.%00./home", "", "/en/home"},
		{"/en/my-order/%202611%0921abc", "", "/en/my-order/2611%2021ABC"},
		{"/%0A", "", "/"},
		{"/en/%FF", "", "/en/%FF"},
		{"/en/%zz", "", "/en/%zz"},
	} {
		got, redirect := pages.Normalize(tc.path, tc.query)
		require.Equal(t, tc.want, got, tc.path)
		want, _, _ := strings.Cut(tc.want, "?")
		require.Equal(t, want != tc.path, redirect, tc.path)
	}
}

// Otherwise a browser would be sent round in circles, or to another site.
func TestNormalizeIsIdempotent(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		u := url.URL{Path: "/" + rapid.String().Draw(t, "path")}
		once, _ := pages.Normalize(u.EscapedPath(), "")
		twice, again := pages.Normalize(once, "")
		if again || once != twice {
			t.Fatalf("%q: %q, then %q", u.EscapedPath(), once, twice)
		}
		if !strings.HasPrefix(once, "/") || strings.ContainsAny(once, "\\\r\n ") {
			t.Fatalf("%q: %q", u.EscapedPath(), once)
		}
		// Routes match lines: with a line break in it an address has no page, not even that of an error.
		if decoded, err := url.PathUnescape(once); err != nil || utf8.ValidString(u.Path) && strings.ContainsAny(decoded, "\n\r\u2028\u2029") {
			t.Fatalf("%q: %q has a line break", u.EscapedPath(), once)
		}
		if strings.HasPrefix(once, "//") && once != u.EscapedPath() {
			t.Fatalf("%q: %q is an address of another site", u.EscapedPath(), once)
		}
	})
}

func TestCanonicalQuery(t *testing.T) {
	t.Parallel()
	row, ok := pages.NewTable(pages.Options{}).Row(pages.Listing)
	require.True(t, ok)
	for given, want := range map[string]string{
		"":                     "",
		"utm_source=x&gclid=1": "",
		"countries=kr,JP":      "?countries=JP,KR",
		"countries=JP&countries=KR&countries=jp,": "?countries=JP,KR",
		"data=&days=lt7&data=lt5":                 "?data=lt5&days=lt7",
		"days=lt7&data=lt5&page=2":                "?data=lt5&days=lt7&page=2",
		"sort=1&page=1":                           "",
		"sort=2":                                  "?sort=2",
		"keyword=+a%26b%3D%23+":                   "?keyword=a%26b%3D%23",
		"keyword=日本":                              "?keyword=%E6%97%A5%E6%9C%AC",
		"keyword=":                                "?keyword=",
		"keyword=+%E3%80%80&countries=kr":         "?countries=KR&keyword=",
		"keyword=%E2%80%8B%00":                    "?keyword=",
		"keyword=%E2%80%AEa%00%0Ab":               "?keyword=a+b",
		"kept=kr,JP&countries=":                   "?kept=JP,KR",
		"countries=ALL&kept=JP&data=lt5":          "?data=lt5",
		"countries=ALL&countries=JP&kept=ALL":     "?countries=JP",
		"countries=ALL&countries=JP":              "?countries=JP",
		"countries=ALL&countries=JP&kept=JP":      "",
		"kept=ALL&data=lt5":                       "?kept=ALL&data=lt5",
		"kept=JP&countries=KR":                    "?countries=KR",
	} {
		values, err := url.ParseQuery(given)
		require.NoError(t, err)
		require.Equal(t, want, row.EncodeQuery(row.CanonicalQuery(values)), given)
	}
}

func TestASearchWithoutAKeywordIsOneAddress(t *testing.T) {
	t.Parallel()
	row, ok := pages.NewTable(pages.Options{}).Row(pages.FAQ)
	require.True(t, ok)
	for given, want := range map[string]string{
		"": "", "x=1": "", "keyword": "?keyword=", "keyword=": "?keyword=", "keyword=+&keyword=": "?keyword=", "keyword=&keyword=a": "?keyword=a",
	} {
		values, err := url.ParseQuery(given)
		require.NoError(t, err)
		require.Equal(t, want, row.EncodeQuery(row.CanonicalQuery(values)), given)
	}
}

func TestNegotiate(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ cookie, accept, site, want string }{
		{"zh", "en", "en", "zh"},
		{"fr", "zh-CN,zh;q=0.9,en;q=0.8", "en", "zh"},
		{"", "en-GB,en;q=0.9,zh;q=0.8", "zh", "en"},
		{"", "fr,de;q=0.9,zh-Hant-HK;q=0.5", "en", "zh"},
		{"", "en;q=0.1,zh;q=0.9", "en", "zh"},
		{"", "zh;q=0,fr", "en", "en"},
		{"", "*", "zh", "zh"},
		{"", "fr", "zh", "zh"},
		{"", "", "zh", "zh"},
		{"", ";;;,,=", "zh", "zh"},
		{"", strings.Repeat("x-", 5000), "en", "en"},
		{"", "", "", "en"},
	} {
		require.Equal(t, tc.want, pages.Negotiate(tc.cookie, tc.accept, tc.site), "%+.60v", tc)
	}
}

func TestSplitLocale(t *testing.T) {
	t.Parallel()
	for path, want := range map[string][2]string{
		"/en/home": {"en", "/home"}, "/zh": {"zh", ""}, "/zh/": {"zh", "/"}, "/home": {"", "/home"}, "/": {"", "/"},
		"/english": {"", "/english"}, "en/home": {"", "en/home"}, "/fr/home": {"", "/fr/home"},
	} {
		locale, rest := pages.SplitLocale(path)
		require.Equal(t, want, [2]string{locale, rest}, path)
	}
}

func TestSafeRedirect(t *testing.T) {
	t.Parallel()
	for _, ok := range []string{"/en/my-account", "/zh/order?buyNow=jp-3g-7&quantity=2"} {
		require.Equal(t, ok, pages.SafeRedirect(ok))
	}
	for _, bad := range []string{"", "/", "/en", "/home", "//evil.example/en/x", "https://evil.example/en/home", "/\\evil.example", "/en/\\x",
		"javascript:alert(1)", "/en//evil.example", "/gw/auth/token/logout", "en/home", "/en/../gw/x", "/en/a\n"} {
		require.Empty(t, pages.SafeRedirect(bad), bad)
	}
}

func TestAListOfGoodsIsInLowerCase(t *testing.T) {
	t.Parallel()
	row, ok := pages.NewTable(pages.Options{}).Row(pages.Compare)
	require.True(t, ok)
	for given, want := range map[string]string{
		"plans=jp-3g-7&plans=JP-10g-15": "?plans=jp-10g-15,jp-3g-7", "plans=b,a,B": "?plans=a,b", "plans=,": "", "": "",
	} {
		values, err := url.ParseQuery(given)
		require.NoError(t, err)
		require.Equal(t, want, row.EncodeQuery(row.CanonicalQuery(values)), given)
	}
}
