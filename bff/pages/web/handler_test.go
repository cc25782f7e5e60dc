package web_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/pages/cache"
	"github.com/roamcart/roamcart/bff/pages/pagestest"
	"github.com/roamcart/roamcart/bff/pages/web"
	"github.com/roamcart/roamcart/bff/platform/changes"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

func TestAddressesThatLeadElsewhere(t *testing.T) {
	t.Parallel()
	server, r := newServer(t, html("page"))
	for _, tc := range []struct {
		target, cookie, accept string
		status                 int
		location               string
	}{
		{"/", "", "", 302, "/en/home"},
		{"/", "", "zh-CN", 302, "/zh/home"},
		{"/?a=b", "locale=zh", "en", 302, "/zh/home?a=b"},
		{"/", "locale=%3Cscript%3E", "", 302, "/en/home"},
		{"/en", "", "zh", 302, "/en/home"},
		{"/zh/", "", "", 308, "/zh"},
		{"/cart?x=1", "", "zh", 302, "/zh/cart?x=1"},
		{"/home", "", "", 302, "/en/home"},
		{"/EN/Cart/?X=Y", "", "", 308, "/en/cart?X=Y"},
		{"//evil.example//", "", "", 308, "/evil.example"},
		{"/en/Cart/_payload.json?x=1", "", "", 308, "/en/cart/_payload.json?x=1"},
	} {
		resp := pagestest.Get(server, tc.target, "Cookie", tc.cookie, "Accept-Language", tc.accept)
		require.Equal(t, tc.status, resp.StatusCode, tc.target)
		require.Equal(t, tc.location, resp.Header.Get("Location"), tc.target)
		require.Empty(t, resp.Header.Values("Set-Cookie"), tc.target)
		if tc.status == 302 {
			require.Equal(t, "no-store", resp.Header.Get("Cache-Control"), tc.target)
		}
	}
	require.Equal(t, "Cookie, Accept-Language", pagestest.Get(server, "/").Header.Get("Vary"))
	require.Empty(t, pagestest.Get(server, "/en").Header.Get("Vary"))
	resp := pagestest.Get(server, "/zh/_payload.json")
	require.Equal(t, 204, resp.StatusCode)
	require.Equal(t, "/zh/home", resp.Header.Get("X-Redirect"))
	require.Equal(t, 307, pagestest.Send(server, http.MethodPost, "/cart", "a=b").StatusCode)
	require.Empty(t, r.asked, "the renderer has nothing to do with it")
}

func TestAPublicPageIsTheSameForEverybody(t *testing.T) {
	t.Parallel()
	server, r := newServer(t, html(longPage))
	resp := pagestest.Get(server, "/zh/travel-card/listing?utm=1&countries=KR&countries=jp", "Cookie", "visitor=v1; locale=zh",
		"X-Request-Id", "r-1",
		"User-Agent", "a phone")
	require.Equal(t, 200, resp.StatusCode)
	require.Equal(t, longPage, pagestest.Text(t, resp))
	require.Equal(t, "public, max-age=0, must-revalidate", resp.Header.Get("Cache-Control"))
	require.Equal(t, "Accept-Encoding", resp.Header.Get("Vary"))
	require.Empty(t, resp.Header.Get("X-Inside"))
	require.Empty(t, resp.Header.Values("Set-Cookie"))
	asked := <-r.asked
	require.Equal(t, "/zh/travel-card/listing?countries=JP,KR", asked.RequestURI)
	require.Empty(t, asked.Header.Get("Cookie"))
	require.NotEqual(t, "a phone", asked.Header.Get("User-Agent"), "what is shared depends on no device")
	for name, want := range map[string]string{
		"x-roamcart-internal": "s3cret", "x-roamcart-host": "shop.example:8080", "x-roamcart-proto": "http",
		"x-forwarded-for": "192.0.2.1", "x-request-id": "r-1",
	} {
		require.Equal(t, want, asked.Header.Get(name), name)
	}
	first := pagestest.Get(server, "/en/home")
	tag := first.Header.Get("ETag")
	require.Regexp(t, `^"[\w-]{16}"$`, tag)
	again := pagestest.Get(server, "/en/home", "If-None-Match", tag)
	require.Equal(t, 304, again.StatusCode)
	require.Equal(t, tag, again.Header.Get("ETag"))
	require.Empty(t, pagestest.Text(t, again))
	require.Equal(t, 200, pagestest.Get(server, "/en/home", "If-None-Match", `"other"`).StatusCode)
	head := pagestest.Send(server, http.MethodHead, "/en/home", "")
	require.Equal(t, tag, head.Header.Get("ETag"))
	require.Empty(t, pagestest.Text(t, head))
}

func TestCompressedFormsHaveTheirOwnTag(t *testing.T) {
	t.Parallel()
	server, _ := newServer(t, html(longPage))
	plain, packed := pagestest.Get(server, "/en/home"), pagestest.Get(server, "/en/home", "Accept-Encoding", "gzip, br")
	require.Equal(t, "gzip", packed.Header.Get("Content-Encoding"))
	require.NotEqual(t, plain.Header.Get("ETag"), packed.Header.Get("ETag"))
	body := pagestest.Text(t, packed)
	require.Less(t, len(body), len(longPage)/2)
	unpacked, err := gzip.NewReader(bytes.NewBufferString(body))
	require.NoError(t, err)
	got, err := io.ReadAll(unpacked)
	require.NoError(t, err)
	require.Equal(t, longPage, string(got))
	resp := pagestest.Get(server, "/en/home", "Accept-Encoding", "gzip", "If-None-Match", packed.Header.Get("ETag"))
	require.Equal(t, 304, resp.StatusCode)
	require.Empty(t, resp.Header.Get("Content-Encoding"))

	short, _ := newServer(t, html("short"))
	require.Empty(t, pagestest.Get(short, "/en/home", "Accept-Encoding", "gzip").Header.Get("Content-Encoding"))
}

func TestAPrivatePageIsNeverStored(t *testing.T) {
	t.Parallel()
	server, r := newServer(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Cache-Control", "public, max-age=60")
		w.Header().Add("Set-Cookie", "visitor=v1; HttpOnly")
		w.Header().Add("Set-Cookie", "other=1")
		w.Header().Set("Clear-Site-Data", `"cache"`)
		html("cart")(w, nil)
	})
	resp := pagestest.Get(server, "/en/cart?x=1", "Cookie", "visitor=v1; locale=en", "User-Agent", "a phone")
	require.Equal(t, "private, no-store", resp.Header.Get("Cache-Control"))
	require.Equal(t, []string{"visitor=v1; HttpOnly", "other=1"}, resp.Header.Values("Set-Cookie"))
	require.Empty(t, resp.Header.Get("ETag"))
	require.Equal(t, `"cache"`, resp.Header.Get("Clear-Site-Data"))
	asked := <-r.asked
	require.Equal(t, "visitor=v1; locale=en", asked.Header.Get("Cookie"))
	require.Equal(t, "a phone", asked.Header.Get("User-Agent"))
	require.Equal(t, "/en/cart?x=1", asked.RequestURI)
	require.Equal(t, "private, no-store", pagestest.Get(server, "/en/home", "Cookie", "locale=en").Header.Get("Cache-Control"),
		"an answer with a cookie is nobody else's")
}

func TestTheLanguageIsRememberedWhenItChanges(t *testing.T) {
	t.Parallel()
	server, r := newServer(t, html("page"))
	for _, tc := range []struct {
		target, cookie, referer, want string
	}{
		{"/zh/home", "", "", ""},
		{"/zh/home", "", "http://elsewhere.example/en/home", ""},
		{"/zh/faq", "", "http://shop.example:8080/zh/home", "zh"},
		{"/zh/faq/_payload.json", "", "http://shop.example:8080/zh/home", "zh"},
		{"/zh/faq/_payload.json", "", "http://shop.example:8080/zh/faq", ""},
		{"/zh/faq/_payload.json", "locale=en", "http://shop.example:8080/zh/home", ""},
		{"/zh/faq/_payload.json", "locale=zh", "http://shop.example:8080/zh/home", ""},
		{"/zh/faq/_payload.json", "", "http://elsewhere.example/zh/home", ""},
		{"/zh/home", "", "http://shop.example:8080/en/home", "zh"},
		{"/zh/home", "locale=en", "", "zh"},
		{"/zh/home", "locale=zh", "http://shop.example:8080/en/home", ""},
		{"/en/home", "visitor=1", "", "en"},
		{"/en/cart", "", "", "en"},
		{"/en/cart/_payload.json", "", "", ""},
	} {
		resp := pagestest.Get(server, tc.target, "Cookie", tc.cookie, "Referer", tc.referer)
		<-r.asked
		<-r.bodys
		set := resp.Header.Get("Set-Cookie")
		if tc.want == "" {
			require.Empty(t, set, "%+v", tc)
			continue
		}
		require.Equal(t, "locale="+tc.want+"; Path=/; Max-Age=31536000; SameSite=Lax", set, "%+v", tc)
		require.Equal(t, "private, no-store", resp.Header.Get("Cache-Control"))
	}
}

// A form that switches the language takes what was typed along.
func TestTheLanguageOfAFormIsRemembered(t *testing.T) {
	t.Parallel()
	server, _ := newServer(t, html("page"))
	resp := pagestest.Send(server, http.MethodPost, "/zh/contact", "intent=language", "Cookie", "locale=en")
	require.Equal(t, "locale=zh; Path=/; Max-Age=31536000; SameSite=Lax", resp.Header.Get("Set-Cookie"))
	require.Empty(t, pagestest.Send(server, http.MethodPost, "/zh/contact", "a=b", "Cookie", "locale=zh").Header.Get("Set-Cookie"))
}

func TestFormsReachTheRenderer(t *testing.T) {
	t.Parallel()
	server, r := newServer(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", "/en/cart")
		w.WriteHeader(http.StatusSeeOther)
	})
	resp := pagestest.Send(server, http.MethodPost, "/en/travel-card/asia/jp-3g-7?index", "quantity=2", "Cookie", "visitor=v1",
		"Content-Type", "application/x-www-form-urlencoded")
	require.Equal(t, 303, resp.StatusCode)
	require.Equal(t, "/en/cart", resp.Header.Get("Location"))
	require.Equal(t, "private, no-store", resp.Header.Get("Cache-Control"))
	asked := <-r.asked
	require.Equal(t, "quantity=2", <-r.bodys)
	require.Equal(t, "/en/travel-card/asia/jp-3g-7?index", asked.RequestURI)
	require.Equal(t, "visitor=v1", asked.Header.Get("Cookie"))
	require.Equal(t, "application/x-www-form-urlencoded", asked.Header.Get("Content-Type"))
	require.Equal(t, 405, pagestest.Send(server, http.MethodPost, "/en/cart/_payload.json", "").StatusCode)
	require.Equal(t, 405, pagestest.Send(server, http.MethodPut, "/en/cart", "").StatusCode)
}

func TestPayloads(t *testing.T) {
	t.Parallel()
	server, r := newServer(t, func(w http.ResponseWriter, req *http.Request) {
		if strings.HasPrefix(req.URL.Path, "/en/cart") {
			w.Header().Set("X-Redirect", "/en/login")
			w.WriteHeader(http.StatusNoContent)
			return
		}
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		_, _ = io.WriteString(w, `{"page":1}`)
	})
	resp := pagestest.Get(server, "/en/faq/_payload.json?keyword=a&x=1")
	require.Equal(t, "public, max-age=0, must-revalidate", resp.Header.Get("Cache-Control"))
	require.NotEmpty(t, resp.Header.Get("ETag"))
	require.Equal(t, "/en/faq/_payload.json?keyword=a", (<-r.asked).RequestURI)
	resp = pagestest.Get(server, "/en/cart/_payload.json")
	require.Equal(t, 204, resp.StatusCode)
	require.Equal(t, "/en/login", resp.Header.Get("X-Redirect"))
	require.Equal(t, "private, no-store", resp.Header.Get("Cache-Control"))
}

func TestUnknownPagesAreNotFound(t *testing.T) {
	t.Parallel()
	server, r := newServer(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusNotFound)
	})
	resp := pagestest.Get(server, "/zh/nothing?x=1", "Cookie", "visitor=1")
	require.Equal(t, 404, resp.StatusCode)
	require.Equal(t, "private, no-store", resp.Header.Get("Cache-Control"))
	require.Equal(t, "/zh/nothing", (<-r.asked).RequestURI)
	resp = pagestest.Get(server, "/nothing", "Accept-Language", "zh")
	require.Equal(t, 404, resp.StatusCode)
	require.Contains(t, resp.Header.Get("Vary"), "Accept-Language")
	require.Equal(t, "no-store", resp.Header.Get("Cache-Control"))
	require.Equal(t, "/zh/nothing", (<-r.asked).RequestURI)
	require.Equal(t, 404, pagestest.Get(server, "/wp-login.php").StatusCode)
	require.Equal(t, "fault not_found", pagestest.Text(t, pagestest.Get(server, "/gw/nothing")))
	require.Equal(t, "fault not_found", pagestest.Text(t, pagestest.Get(server, "/sandbox/nothing")))
	require.Empty(t, r.asked)
	req := httptest.NewRequest(http.MethodGet, "http://evil.example/en/home", nil)
	rec := httptest.NewRecorder()
	server.ServeHTTP(rec, req)
	require.Equal(t, "fault unknown_host", rec.Body.String())
}

func TestAnUnknownHostGetsAnErrorPage(t *testing.T) {
	t.Parallel()
	server, r := newServer(t, html(""))
	for lang, title := range map[string]string{"zh-CN": "该地址没有对应的商店。", "en": "There is no shop at this address."} {
		req := httptest.NewRequest(http.MethodGet, "http://evil.example/en/home", nil)
		req.Header.Set("Accept", "text/html,*/*;q=0.8")
		req.Header.Set("Accept-Language", lang)
		rec := httptest.NewRecorder()
		server.ServeHTTP(rec, req)
		require.Equal(t, 421, rec.Code)
		require.Equal(t, "private, no-store", rec.Header().Get("Cache-Control"))
		body := rec.Body.String()
		require.Contains(t, body, "<h1>"+title+"</h1>")
		require.NotContains(t, body, "evil.example")
		_, style, _ := strings.Cut(body, "<style>")
		style, _, _ = strings.Cut(style, "</style>")
		sum := sha256.Sum256([]byte(style))
		require.Contains(t, rec.Header().Get("Content-Security-Policy"), "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	}
	require.Empty(t, r.asked)
}

// A page with its styles inside may have that one sheet, and browsers need not read it in search of others first.
func TestAPageWithInlineStylesAllowsThem(t *testing.T) {
	t.Parallel()
	const digest = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
	for style, policy := range map[string]string{digest: "expect-no-linked-resources", "": ""} {
		server, _ := newServer(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set(web.StyleHeader, style)
			html(longPage)(w, r)
		})
		resp := pagestest.Get(server, "/en/faq")
		require.Equal(t, policy, resp.Header.Get("Document-Policy"))
		require.Empty(t, resp.Header.Get(web.StyleHeader))
	}
}

func TestARendererThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	gone, r := newServer(t, html(""))
	r.Close()
	release := make(chan struct{})
	slow, _ := newServer(t, func(http.ResponseWriter, *http.Request) { <-release })
	stuck, _ := newServer(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(http.StatusOK)
		_ = http.NewResponseController(w).Flush()
		<-release
	})
	t.Cleanup(func() { close(release) })
	huge, _ := newServer(t, html(strings.Repeat("x", web.MaxAnswer+1)))
	stranger, _ := newServer(t, func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "forbidden", http.StatusForbidden) })
	half, _ := newServer(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, longPage[:len(longPage)/2])
	})
	empty, _ := newServer(t, func(http.ResponseWriter, *http.Request) {})
	for name, server := range map[string]http.Handler{
		"gone": gone, "slow": slow, "huge": huge, "stranger": stranger, "half a page": half, "an empty page": empty, "stuck after the head": stuck,
	} {
		resp := pagestest.Get(server, `/zh/faq?keyword="><script>`)
		body := pagestest.Text(t, resp)
		require.Equal(t, 503, resp.StatusCode, name)
		require.Equal(t, "5", resp.Header.Get("Retry-After"))
		require.Equal(t, "private, no-store", resp.Header.Get("Cache-Control"))
		require.Equal(t, "text/html; charset=UTF-8", resp.Header.Get("Content-Type"))
		require.Contains(t, body, `<html lang="zh-Hans">`)
		require.Contains(t, body, "页面暂时无法显示")
		require.Contains(t, body, `href="/zh/faq?keyword=`)
		for _, link := range []string{`href="/zh/home">首页<`, `href="/zh/my-order">查询订单<`, `href="/zh/contact">联系我们<`, `lang="en" hreflang="en">English<`} {
			require.Contains(t, body, link, "header and footer of %s", name)
		}
		require.Contains(t, body, `href="/en/faq?keyword=`)
		require.NotContains(t, body, "<script")
		require.NotContains(t, body, "style=")
		require.Contains(t, resp.Header.Get("Content-Security-Policy"), "sha256-")
	}
	resp := pagestest.Get(gone, "/en/cart/_payload.json", "X-Request-Id", "r-9")
	require.Equal(t, 503, resp.StatusCode)
	require.JSONEq(t, `{"status":503,"code":"unavailable","requestId":"r-9"}`, pagestest.Text(t, resp))
}

// A form may have been acted on before the renderer stopped answering.
func TestAFormWithoutAnAnswerIsNotCalledAPage(t *testing.T) {
	t.Parallel()
	gone, r := newServer(t, html(""))
	r.Close()
	for locale, text := range map[string]string{"en": "It is not certain that", "zh": "无法确定内容是否已提交"} {
		resp := pagestest.Send(gone, http.MethodPost, "/"+locale+"/cart", "a=b")
		require.Equal(t, 503, resp.StatusCode)
		require.Equal(t, "5", resp.Header.Get("Retry-After"))
		body := pagestest.Text(t, resp)
		require.Contains(t, body, text)
		require.Contains(t, body, `href="/`+locale+`/cart">`+map[string]string{"en": "Open the page anew", "zh": "重新打开页面"}[locale])
	}
}

func TestTheRenderersOwnErrorsArePassedOn(t *testing.T) {
	t.Parallel()
	server, _ := newServer(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Retry-After", "5")
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = io.WriteString(w, "sorry")
	})
	resp := pagestest.Get(server, "/en/home")
	require.Equal(t, 503, resp.StatusCode)
	require.Equal(t, "5", resp.Header.Get("Retry-After"))
	require.Equal(t, "private, no-store", resp.Header.Get("Cache-Control"))
	require.Equal(t, "sorry", pagestest.Text(t, resp))
}

func TestNewRendererRequiresAnOrigin(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"", "127.0.0.1:3000", "ftp://x", "http://", "::"} {
		_, err := web.NewRenderer(bad, "t")
		require.Error(t, err, bad)
	}
}

// Who has too many public pages made is refused by name, before the renderer is asked; private pages and forms are not counted.
func TestRefusedCacheMissesReturnTheirFault(t *testing.T) {
	t.Parallel()
	r := newRenderer(t, html("page"))
	client, err := web.NewRenderer(r.URL, "s3cret")
	require.NoError(t, err)
	t.Cleanup(client.Close)
	kept := cache.New(cache.Options{Next: client, Feed: unchangedFeed{}, Clock: clock.System{}})
	server := mountAdmitting(kept, func(echo.Context) error { return fault.New("rate_limited").After(time.Minute) })
	require.Equal(t, "fault rate_limited", pagestest.Text(t, pagestest.Get(server, "/en/faq?keyword=x")))
	require.Empty(t, r.asked)
	require.Equal(t, http.StatusOK, pagestest.Get(server, "/en/cart").StatusCode)
	require.Equal(t, http.StatusOK, pagestest.Send(server, http.MethodPost, "/en/cart", "a=b").StatusCode)
}

// unchangedFeed is a feed without changes.
type unchangedFeed struct{}

func (unchangedFeed) IsCurrent(changes.Mark, []string) bool { return true }
