package web

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/pages"
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

// seoTexts is the file of texts about pages.
const seoTexts = "seo"

// notice is a page that needs nothing but itself: no renderer, no file, no site.
type notice struct {
	Title, Text string
	// Address is that of the page in whose place the notice stands, with its language; with it come a link to try it again, which
	// says Again, a header and a footer. Both are "" where there is no such page.
	Again, Address string
}

// noticeLink is a link of a notice's header or footer. Lang is the language of its text where that is not the notice's.
type noticeLink struct{ Text, Address, Lang string }

// header returns the ways on: what most people look for, and the same page in the other languages.
func (n notice) header(locale string) []noticeLink {
	if n.Address == "" {
		return nil
	}
	links := []noticeLink{
		{Text: commonText(locale, "home"), Address: pages.Path(pages.Home, locale, nil)},
		{Text: shared.Text(locale, "footer", "travelCard", nil), Address: pages.Path(pages.Listing, locale, nil)},
		{Text: commonText(locale, "cart"), Address: pages.Path(pages.Cart, locale, nil)},
		{Text: commonText(locale, "track"), Address: pages.Path(pages.Track, locale, nil)},
	}
	_, rest := pages.SplitLocale(n.Address)
	for _, other := range pages.Locales() {
		if other != locale {
			links = append(links, noticeLink{
				Text: shared.Text(other, seoTexts, "language."+other, nil), Address: "/" + other + rest, Lang: shared.Constants().HTMLLangs[other],
			})
		}
	}
	return links
}

// footer returns where help is.
func (n notice) footer(locale string) []noticeLink {
	if n.Address == "" {
		return nil
	}
	return []noticeLink{
		{Text: shared.Text(locale, "footer", "faq", nil), Address: pages.Path(pages.FAQ, locale, nil)},
		{Text: shared.Text(locale, "footer", "contact", nil), Address: pages.Path(pages.Contact, locale, nil)},
	}
}

func commonText(locale, key string) string { return shared.Text(locale, "common", key, nil) }

// send answers with the notice in a language.
func (n notice) send(c echo.Context, status int, locale string) error {
	h := c.Response().Header()
	h.Set(echo.HeaderContentType, echo.MIMETextHTMLCharsetUTF8)
	h.Set(echo.HeaderContentSecurityPolicy, noticePolicy)
	c.Response().WriteHeader(status)
	return noticeTemplate.Execute(c.Response(), struct {
		notice
		HTMLLang, Menu string
		Header, Footer []noticeLink
		Style          template.CSS
	}{n, shared.Constants().HTMLLangs[locale], commonText(locale, "menu"), n.header(locale), n.footer(locale), template.CSS(noticeCSS)})
}

// noShop answers at a host that no site has: a browser gets a page, everybody else the fault unknown_host.
func noShop(c echo.Context) error {
	req, h := c.Request(), c.Response().Header()
	if !strings.Contains(req.Header.Get(echo.HeaderAccept), echo.MIMETextHTML) {
		return fault.New("unknown_host")
	}
	locale := pages.Negotiate(localeCookie(req), req.Header.Get("Accept-Language"), pages.Locales()[0])
	h.Set(echo.HeaderCacheControl, privateNoStore)
	return notice{Title: shared.Text(locale, "errors", "unknown_host", nil)}.send(c, http.StatusMisdirectedRequest, locale)
}

// styleHash names a style sheet in a content security policy.
func styleHash(css string) string {
	sum := sha256.Sum256([]byte(css))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
