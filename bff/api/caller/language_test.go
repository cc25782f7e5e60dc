package caller_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/tenant"
)

// one is a list of one site.
type one struct{}

func (one) ByHost(string) (tenant.Tenant, bool) {
	return tenant.Tenant{ID: 20, DefaultLocale: "en"}, true
}

// A header wins over query and body, whichever of langId and lang it is; in one place langId wins over lang. What names no
// language of the shop counts as absent.
func TestTheLanguageOfACall(t *testing.T) {
	t.Parallel()
	never := func(*http.Request) bool { return false }
	mw := caller.Middleware(caller.Options{Sites: one{}, Internal: never, HTTPS: never})
	for _, c := range []struct {
		what              string
		langID, lang      string
		query, body, want string
	}{
		{"nothing", "", "", "", "{}", "en"},
		{"lang of the header, langId elsewhere", "", "zh_CN", "langId=2", `{"langId":2}`, "zh"},
		{"lang of the header, both elsewhere", "", "zh_CN", "langId=2&lang=en_US", `{"langId":"2","lang":"en_US"}`, "zh"},
		{"langId of the header, both elsewhere", "1", "", "langId=2&lang=en_US", `{"langId":"2","lang":"en_US"}`, "zh"},
		{"both of the header", "1", "en_US", "langId=2", `{"langId":2}`, "zh"},
		{"both elsewhere", "", "", "langId=1&lang=en_US", `{"langId":1,"lang":"en_US"}`, "zh"},
		{"lang elsewhere", "", "", "lang=zh_CN", `{"lang":"zh_CN"}`, "zh"},
		{"langId as text", "", "", "langId=1", `{"langId":"1"}`, "zh"},
		{"an unknown langId of the header beside lang", "7", "zh_CN", "langId=2", `{"langId":2}`, "zh"},
		{"unknown languages of the header", "7", "fr_FR", "langId=1", `{"langId":1}`, "zh"},
		{"unknown languages everywhere", "0", "fr", "langId=x&lang=de", `{"langId":-1,"lang":5}`, "en"},
	} {
		for method, path := range map[string]string{"GET": "/gw/mall/goods/list?" + c.query, "POST": "/gw/mall/contact/submit"} {
			req := httptest.NewRequest(method, path, strings.NewReader(c.body))
			req.Header.Set("langId", c.langID)
			req.Header.Set("lang", c.lang)
			err := mw(func(ec echo.Context) error {
				if got := caller.LocaleOf(ec.Request()); got != c.want {
					t.Errorf("%s: %s is in %s, not %s", method, c.what, got, c.want)
				}
				return nil
			})(echo.New().NewContext(req, httptest.NewRecorder()))
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// What is refused before it is a call is refused in the same language; the address of a page says its own.
func TestTheLanguageOfAnEarlyRefusal(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ target, lang, want string }{
		{"/gw/mall/cart/add", "zh_CN", "zh"}, {"/gw/mall/cart/add?langId=2", "zh_CN", "zh"}, {"/gw/mall/cart?langId=1", "", "zh"},
		{"/gw/mall/cart", "", "en"}, {"/zh/contact", "", "zh"}, {"/zh/contact?langId=2", "", "zh"}, {"/zh", "en_US", "zh"}, {"/en/faq?langId=1", "", "en"},
	} {
		req := httptest.NewRequest("POST", c.target, nil)
		req.Header.Set("lang", c.lang)
		if got := caller.LocaleOf(req); got != c.want {
			t.Errorf("%s with %q is refused in %s, not %s", c.target, c.lang, got, c.want)
		}
	}
}
