package pages

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/shared"
)

var (
	//go:embed notice.html
	noticeHTML string
	//go:embed notice.css
	noticeCSS string

	noticeTemplate = template.Must(template.New("notice").Parse(noticeHTML))
	noticePolicy   = "default-src 'none'; style-src '" + styleHash(noticeCSS) + "'; base-uri 'none'; frame-ancestors 'none'"
)

// notice is a page that needs nothing but itself: no renderer, no file, no site.
type notice struct {
	Title, Text string
	// Again is what the link to Address says, "" for no link.
	Again, Address string
}

// send answers with the notice in a language.
func (n notice) send(c echo.Context, status int, locale string) error {
	h := c.Response().Header()
	h.Set(echo.HeaderContentType, echo.MIMETextHTMLCharsetUTF8)
	h.Set(echo.HeaderContentSecurityPolicy, noticePolicy)
	c.Response().WriteHeader(status)
	return noticeTemplate.Execute(c.Response(), struct {
		notice
		HTMLLang string
		Style    template.CSS
	}{n, shared.Constants().HTMLLangs[locale], template.CSS(noticeCSS)})
}

// noShop answers at a host that no site has: a browser gets a page, everybody else the fault unknown_host.
func noShop(c echo.Context) error {
	req, h := c.Request(), c.Response().Header()
	if !strings.Contains(req.Header.Get(echo.HeaderAccept), echo.MIMETextHTML) {
		return fault.New("unknown_host")
	}
	locale := Negotiate(localeCookie(req), req.Header.Get("Accept-Language"), Locales()[0])
	h.Set(echo.HeaderCacheControl, privateNoStore)
	return notice{Title: shared.Text(locale, "errors", "unknown_host", nil)}.send(c, http.StatusMisdirectedRequest, locale)
}

// styleHash names a style sheet in a content security policy.
func styleHash(css string) string {
	sum := sha256.Sum256([]byte(css))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
