package pages_test

import (
	"maps"
	"net/url"
	"strings"
	"testing"

	"github.com/roamcart/roamcart/bff/pages"
)

// Whatever address is asked for: its normal form is the end, a page that is found has one address that leads to it again, and its
// canonical query is canonical.
func FuzzAddress(f *testing.F) {
	for _, seed := range [][2]string{
		{"/en/home", ""}, {"/EN//Travel-Card/./listing/", "countries=kr,JP&data=&page=2&utm_source=x"}, {"/zh/payment/261121abcdefghj", "x=%zz"},
		{"//evil.example/%2e%2e/en", "redirect=//evil.example"}, {"/en/services/a%2Fb%5C%00", "keyword=%E6%97%A5&keyword="}, {"", "&&=&;"},
		{"/en/travel-card/asia/%C4%B0%C5%BF", "countries=ALL&kept=JP"}, {"/\\evil.example", "a=b"}, {"/en/my-order/%C3%9F/install", "page=-1"},
	} {
		f.Add(seed[0], seed[1])
	}
	table := pages.NewTable(pages.Options{TestPayments: true})
	f.Fuzz(func(t *testing.T, path, query string) {
		once, moved := pages.Normalize(path, query)
		normal, _, _ := strings.Cut(once, "?")
		if again, more := pages.Normalize(normal, ""); moved && !strings.Contains(normal, "?") && (more || again != normal) {
			t.Fatalf("%q becomes %q, and that %q", path, normal, again)
		}
		if moved && (!strings.HasPrefix(normal, "/") || strings.HasPrefix(normal, "//") || strings.ContainsAny(normal, "\\\r\n\t <>\"")) {
			t.Fatalf("%q leads to %q", path, normal)
		}
		locale, rest := pages.SplitLocale(normal)
		row, params, ok := table.Match(rest)
		if ok && locale != "" {
			own := pages.Path(row.Kind, locale, params)
			if form, _ := pages.Normalize(own, ""); own != normal && form != normal {
				t.Fatalf("%q is %s, which is at %q", normal, row.Kind, own)
			}
			found, same, _ := table.Match(strings.TrimPrefix(own, "/"+locale))
			if found.Kind != row.Kind || !maps.Equal(same, params) {
				t.Fatalf("%q is %s %v, its address %q is %s %v", normal, row.Kind, params, own, found.Kind, same)
			}
		}
		given, err := url.ParseQuery(query)
		if err != nil {
			return
		}
		canonical := row.EncodeQuery(row.CanonicalQuery(given))
		read, err := url.ParseQuery(strings.TrimPrefix(canonical, "?"))
		if again := row.EncodeQuery(row.CanonicalQuery(read)); err != nil || again != canonical {
			t.Fatalf("%s: %q is canonically %q, and that %q: %v", row.Kind, query, canonical, again, err)
		}
		if len(canonical) > 4*len(query)+1 {
			t.Fatalf("%d bytes of query become %d", len(query), len(canonical))
		}
	})
}

// Where somebody goes on after a login is a page of this shop, as browsers read addresses.
func FuzzSafeRedirect(f *testing.F) {
	for _, seed := range []string{
		"/en/cart", "/zh/my-order/261121ABCDEFGHJ?x=1#y", "//evil.example/en/cart", "/en//evil.example", "https://evil.example/en/cart", "/\\evil.example",
		"/en/../..//evil.example", "javascript:alert(1)", "/en/home\t", "\x00/en/home", "/%65n/home", "/en/%2F%2Fevil.example", " /en/home", "/en/home?\n",
	} {
		f.Add(seed)
	}
	shop, _ := url.Parse("https://shop.example/en/login")
	f.Fuzz(func(t *testing.T, to string) {
		safe := pages.SafeRedirect(to)
		if safe == "" {
			return
		}
		at, err := shop.Parse(safe)
		if err != nil || at.Host != shop.Host || at.Scheme != shop.Scheme || at.User != nil {
			t.Fatalf("%q leads to %v: %v", to, at, err)
		}
		if locale, rest := pages.SplitLocale(at.EscapedPath()); locale == "" || rest == "" || strings.HasPrefix(safe, "//") ||
			strings.ContainsAny(safe, "\\\r\n\t\x00") {
			t.Fatalf("%q leads to %q", to, safe)
		}
	})
}

// Whatever a browser says that it reads, it gets a language of the shop, the same for the same words.
func FuzzNegotiate(f *testing.F) {
	for _, seed := range [][3]string{
		{"", "zh-TW,zh;q=0.9,en;q=0.8", "en"}, {"en", "zh", "zh"}, {"fr", "*", ""}, {"", "en;q=0,zh;q=0.001", "fr"}, {"", "x-klingon, i-default;q=9", "zh"},
		{"\x00", strings.Repeat("a-", 2000), "en"}, {"", "zh-Hant-HK-x-private;q=1.000", "en"}, {"zh", "\xff", "\xff"},
	} {
		f.Add(seed[0], seed[1], seed[2])
	}
	f.Fuzz(func(t *testing.T, cookie, accept, site string) {
		locale := pages.Negotiate(cookie, accept, site)
		if !pages.IsLocale(locale) {
			t.Fatalf("%q, %q and %q: %q", cookie, accept, site, locale)
		}
		if pages.IsLocale(cookie) && locale != cookie {
			t.Fatalf("%q was chosen, and is %q", cookie, locale)
		}
		if chosen := pages.Negotiate(locale, accept, site); chosen != locale {
			t.Fatalf("%q is remembered as %q", locale, chosen)
		}
	})
}
