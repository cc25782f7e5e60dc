package web

import (
	_ "embed"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/shared"
)

// previews reports whether a request wants to see a draft.
func (d *Handler) previews(req *http.Request, row pages.Row) bool {
	if d.o.Previews == nil || req.URL.RawQuery == "" || req.URL.Query().Get(pages.ParamPreview) == "" {
		return false
	}
	return slices.ContainsFunc(row.Query, func(p pages.Param) bool { return p.Name == pages.ParamPreview })
}

// openPreview prepares the answer of a page that shows a draft; gone says that it has been given, because the token is none.
func (d *Handler) openPreview(c echo.Context, p *PageRequest, published string) (gone bool, err error) {
	req := c.Request()
	_, err = d.o.Previews.Open(req.Context(), p.Tenant, req.URL.Query().Get(pages.ParamPreview))
	if errors.Is(err, editor.ErrPreview) {
		return true, sendPreviewGone(c, p.Locale, published)
	}
	guard.AllowPreview(c.Response().Header())
	return false, err
}

// sendPreviewGone answers for a preview that is none, or no longer; published is "" where nobody knows of what.
func sendPreviewGone(c echo.Context, locale, published string) error {
	h := c.Response().Header()
	h.Set(echo.HeaderCacheControl, privateNoStore)
	h.Set("X-Robots-Tag", noindex)
	n := notice{Title: pages.PreviewText(locale, "gone", nil), Text: pages.PreviewText(locale, "goneText", nil)}
	if published != "" {
		n.Again, n.Address = pages.PreviewText(locale, "goneAgain", nil), published
	}
	return n.send(c, http.StatusGone, locale)
}

var (
	//go:embed preview.html
	previewHTML string
	//go:embed preview.css
	previewCSS string

	previewTemplate = template.Must(template.New("preview").Parse(previewHTML))
	previewPolicy   = "default-src 'none'; frame-src 'self'; style-src '" + styleHash(previewCSS) +
		"'; base-uri 'none'; frame-ancestors 'none'"
)

// PreviewHandler shows a draft in both languages side by side.
type PreviewHandler struct{ o HandlerOptions }

// NewPreviewHandler returns the handler; it opens tokens by o.Previews.
func NewPreviewHandler(o HandlerOptions) *PreviewHandler { return &PreviewHandler{o.filled()} }

// Mount answers below /preview/.
func (d *PreviewHandler) Mount(e *echo.Echo) { e.GET(pages.PreviewPath("")+":token", d.show) }

// previewSide is one language of a preview.
type previewSide struct {
	Lang, Name, Title, State string
	Page, Published          string
	Missing                  bool
}

func (d *PreviewHandler) show(c echo.Context) error {
	req, h := c.Request(), c.Response().Header()
	site, ok := d.o.Tenant(req.Host)
	if !ok {
		return noShop(c)
	}
	h.Add(echo.HeaderVary, "Cookie, Accept-Language")
	locale := pages.Negotiate(localeCookie(req), req.Header.Get("Accept-Language"), site.DefaultLocale)
	token, err := url.PathUnescape(c.Param("token"))
	if err != nil {
		return sendPreviewGone(c, locale, "")
	}
	p, err := d.o.Previews.Open(req.Context(), site.ID, token)
	if errors.Is(err, editor.ErrPreview) {
		return sendPreviewGone(c, locale, "")
	}
	if err != nil {
		return err
	}
	h.Set(echo.HeaderContentType, echo.MIMETextHTMLCharsetUTF8)
	h.Set(echo.HeaderContentSecurityPolicy, previewPolicy)
	h.Set(echo.HeaderCacheControl, privateNoStore)
	h.Set(echo.HeaderReferrerPolicy, "no-referrer")
	h.Set("X-Robots-Tag", noindex)
	return previewTemplate.Execute(c.Response(), newPreviewSheet(p, token, locale))
}

// previewSheet is what the template shows.
type previewSheet struct {
	HTMLLang, Heading, Summary, Alone, Published string
	Sides                                        []previewSide
	Style                                        template.CSS
}

func newPreviewSheet(p editor.Preview, token, locale string) previewSheet {
	text := func(key string, params map[string]any) string { return pages.PreviewText(locale, key, params) }
	out := previewSheet{
		HTMLLang: shared.Constants().HTMLLangs[locale], Heading: text("heading", map[string]any{"text": pages.PreviewName(p, locale)}),
		Alone: text("alone", nil), Published: text("published", nil), Style: template.CSS(previewCSS),
	}
	var absent, untouched []string
	for _, lang := range pages.Locales() {
		one := previewSide{Lang: shared.Constants().HTMLLangs[lang], Name: text("language."+lang, nil), Published: pages.TextPath(p.Text, lang)}
		one.Title, one.State = pages.PreviewState(p, lang, locale)
		one.Page = one.Published + "?" + url.Values{pages.ParamPreview: {token}}.Encode()
		_, there := p.Versions[lang]
		one.Missing = !there
		switch {
		case !there:
			absent = append(absent, one.Name)
		case !slices.Contains(p.Drafts, lang):
			untouched = append(untouched, one.Name)
		}
		out.Sides = append(out.Sides, one)
	}
	joint := map[string]string{"zh": "、"}[locale]
	if joint == "" {
		joint = ", "
	}
	switch {
	case len(absent) > 0:
		out.Summary = text("absent", map[string]any{"languages": strings.Join(absent, joint)})
	case len(untouched) > 0:
		out.Summary = text("untouched", map[string]any{"languages": strings.Join(untouched, joint)})
	default:
		out.Summary = text("complete", nil)
	}
	return out
}
