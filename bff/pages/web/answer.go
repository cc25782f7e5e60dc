package web

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/shared"
)

const (
	privateNoStore = "private, no-store"
	revalidate     = "public, max-age=0, must-revalidate"
	noindex        = "noindex"

	// StyleHeader is how the renderer names the style sheet inside of a page, for the content security policy.
	StyleHeader = "X-Page-Style"

	// A page with its styles inside needs nothing else for the first paint. Chromium reads a page twice, once in search of
	// what to load; for such a page it must not.
	documentPolicy = "Document-Policy"
	inOnePiece     = "expect-no-linked-resources"
)

// passedOn are the renderer's headers that a browser may see.
var passedOn = []string{"Content-Language", echo.HeaderContentType, "Link", echo.HeaderLocation, echo.HeaderRetryAfter, "X-Robots-Tag",
	redirectHeader, "Clear-Site-Data"}

// respond sends an answer to the browser: with an entity tag when everybody may have it, compressed when the browser can.
func (d *Handler) respond(c echo.Context, p *PageRequest, a *Answer) error {
	req, h := c.Request(), c.Response().Header()
	copyHeaders(h, a)
	public := p.Shared && a.Status == http.StatusOK && h.Get(echo.HeaderSetCookie) == "" && h.Get(echo.HeaderCacheControl) == "" &&
		!strings.Contains(a.Header.Get(echo.HeaderCacheControl), "no-store")
	// A form, too, may come to another language: it takes along what was typed.
	if a.Status == http.StatusOK && d.choseLocale(req, p) {
		h.Add(echo.HeaderSetCookie, d.newLocaleCookie(p).String())
		public = false
	}
	body, coding, err := encoded(a, req.Header.Get(echo.HeaderAcceptEncoding))
	if err != nil {
		return err
	}
	setTimingHeaders(h, a)
	guard.NoteSource(c, a.From)
	if compressible(a.Header.Get(echo.HeaderContentType)) {
		h.Add(echo.HeaderVary, echo.HeaderAcceptEncoding)
	}
	if coding != "" {
		h.Set(echo.HeaderContentEncoding, coding)
	}
	note := public && a.Headers != nil && req.Method == http.MethodGet && req.RequestURI == p.Target
	if public {
		if heldBy(req, h, a, coding) {
			if note {
				a.Headers.note(http.StatusNotModified, coding, h)
			}
			return c.NoContent(http.StatusNotModified)
		}
	} else if h.Get(echo.HeaderCacheControl) == "" || h.Get(echo.HeaderSetCookie) != "" {
		h.Set(echo.HeaderCacheControl, privateNoStore)
	}
	if a.Status == http.StatusNoContent || a.Status == http.StatusNotModified {
		return c.NoContent(a.Status)
	}
	h.Set(echo.HeaderContentLength, strconv.Itoa(len(body)))
	if note {
		a.Headers.note(a.Status, coding, h)
	}
	c.Response().WriteHeader(a.Status)
	if req.Method == http.MethodHead {
		return nil
	}
	_, err = c.Response().Write(body)
	return err
}

// heldBy names a public answer in its headers, and reports whether the browser has it.
func heldBy(req *http.Request, h http.Header, a *Answer, coding string) bool {
	tag := a.ETag
	if tag == "" {
		tag = StrongTag(a.Body)
	}
	own, other := formTags(tag, coding, a.Recompressed)
	h.Set("ETag", own)
	h.Set(echo.HeaderCacheControl, revalidate)
	has := held(req.Header.Get("If-None-Match"), own, other)
	if has == "" {
		return false
	}
	h.Set("ETag", has)
	h.Del(echo.HeaderContentType)
	h.Del(echo.HeaderContentEncoding)
	return true
}

// copyHeaders copies what a browser may see of the renderer's headers.
func copyHeaders(h http.Header, a *Answer) {
	for _, name := range passedOn {
		if v := a.Header.Get(name); v != "" {
			h.Set(name, v)
		}
	}
	if style := a.Header.Get(StyleHeader); style != "" {
		guard.AllowStyle(h, style)
		h.Set(documentPolicy, inOnePiece)
	}
	for _, name := range []string{echo.HeaderSetCookie, echo.HeaderVary} {
		for _, v := range a.Header.Values(name) {
			h.Add(name, v)
		}
	}
}

// encoded returns the form of the body that the browser can read and is smallest, with its content coding.
func encoded(a *Answer, accept string) (body []byte, coding string, err error) {
	if a.Encoded != nil {
		if i := slices.IndexFunc(codings, func(one string) bool { return accepts(accept, one) }); i >= 0 {
			coding = codings[i]
		}
		body, err = a.Encoded.Form(coding)
		return body, coding, err
	}
	if Compressible(a.Header.Get(echo.HeaderContentType), len(a.Body)) && accepts(accept, "gzip") {
		return gzipped(a.Body), "gzip", nil
	}
	return a.Body, "", nil
}

// codings are the content codings that a page is kept in, the smallest first.
var codings = []string{"br", "gzip"}

// choseLocale reports whether the language of the page is to be remembered: it is another one than the cookie's, and the answer
// is not one that a first visitor shares with everybody. Who goes on from a page of the shop has chosen its language; with scripts
// that is seen by the data of the next page. Of a draft both languages are looked at; neither is chosen.
func (d *Handler) choseLocale(req *http.Request, p *PageRequest) bool {
	if p.Row.Kind == pages.NotFound || localeCookie(req) == p.Locale || d.previews(req, p.Row) {
		return false
	}
	from, path := cameFrom(req)
	if p.Payload { // not the page's own, which is read as soon as it is there
		return from == p.Locale && localeCookie(req) == "" && path+payloadSuffix != req.URL.Path
	}
	return !p.Shared || req.Header.Get("Cookie") != "" || from != ""
}

// cameFrom returns the language and the path of the shop's page that led here, or nothing.
func cameFrom(req *http.Request) (locale, path string) {
	from, err := url.Parse(req.Referer())
	if err != nil || from.Host != req.Host {
		return "", ""
	}
	locale, _ = pages.SplitLocale(from.Path)
	return locale, from.Path
}

func (d *Handler) newLocaleCookie(p *PageRequest) *http.Cookie {
	return &http.Cookie{
		Name: pages.LocaleCookie, Value: p.Locale, Path: "/", MaxAge: shared.Constants().LocaleCookieDays * 24 * 60 * 60,
		SameSite: http.SameSiteLaxMode, Secure: p.Proto == "https",
	}
}
