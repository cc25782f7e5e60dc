package pages

import (
	"context"
	_ "embed"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/shared"
)

// Previews opens drafts of texts. The error is editor.ErrPreview for a token that is none, or no longer.
type Previews interface {
	Open(ctx context.Context, tenant int64, token string) (editor.Preview, error)
}

// ParamPreview is the parameter of a query that holds the token of a preview.
const ParamPreview = "preview"

// previewParam shows an editor's draft in the text's place.
var previewParam = Param{Name: ParamPreview, NoIndex: true}

// previewPath is where both languages of a draft stand side by side.
const previewPath = "/preview/"

// PreviewPath returns the address of a preview.
func PreviewPath(token string) string { return previewPath + url.PathEscape(token) }

// TextPath returns the address of a text's page; that of a category of questions is the page of all.
func TextPath(t editor.Text, locale string) string {
	kind := map[string]Kind{"service": Service, "terms": Terms, "faq": FAQ}[t.Kind]
	if t.Kind == "page" {
		kind = map[string]Kind{"why-us": WhyUs, "esim": ESIM}[t.Name]
	}
	return Path(kind, locale, map[string]string{ParamService: t.Name, ParamTerms: t.Name})
}

func previewText(locale, key string, params map[string]any) string {
	return shared.Text(locale, "server", "preview."+key, params)
}

// openPreview lets the page show a draft when its address has a token.
func (s *PageService) openPreview(ctx context.Context, a *Ask) error {
	token := a.Query.Get(ParamPreview)
	if token == "" || s.previews == nil {
		return nil
	}
	p, err := s.previews.Open(ctx, a.Tenant.ID, token)
	if errors.Is(err, editor.ErrPreview) {
		return fault.New("not_found")
	}
	a.Preview = &p
	return err
}

// previewNote says on a page which version it shows.
func previewNote(a Ask) *gen.PagePreview {
	if a.Preview == nil {
		return nil
	}
	title, text := stateOf(*a.Preview, a.Locale, a.Locale)
	return &gen.PagePreview{Title: title, Text: text, Link: gen.PreviewLink{
		Label: previewText(a.Locale, "both", nil), Href: PreviewPath(a.Query.Get(ParamPreview)),
	}}
}

// stateOf says in a language how a preview stands in another one.
func stateOf(p editor.Preview, of, in string) (title, text string) {
	params := map[string]any{"until": stamp(in, p.Until)}
	v, there := p.Versions[of]
	switch {
	case !there:
		return previewText(in, "notYet", nil), previewText(in, "missing", params)
	case !slices.Contains(p.Drafts, of):
		return previewText(in, "same", nil), previewText(in, "sameText", params)
	}
	params["version"], params["author"], params["at"] = v.ID, v.Author, stamp(in, v.At)
	return previewText(in, "title", nil), previewText(in, "text", params)
}

// stamp writes a time as people of a language do.
func stamp(locale string, t time.Time) string {
	if locale == "zh" {
		return t.UTC().Format("2006年1月2日 15:04（UTC）")
	}
	return t.UTC().Format("2 Jan 2006, 15:04 UTC")
}

// previews reports whether a request wants to see a draft.
func (d *Handler) previews(req *http.Request, row Row) bool {
	if d.o.Previews == nil || req.URL.RawQuery == "" || req.URL.Query().Get(ParamPreview) == "" {
		return false
	}
	return slices.ContainsFunc(row.Query, func(p Param) bool { return p.Name == ParamPreview })
}

// openPreview prepares the answer of a page that shows a draft; gone says that it has been given, because the token is none.
func (d *Handler) openPreview(c echo.Context, p *PageRequest, published string) (gone bool, err error) {
	req := c.Request()
	_, err = d.o.Previews.Open(req.Context(), p.Tenant, req.URL.Query().Get(ParamPreview))
	if errors.Is(err, editor.ErrPreview) {
		return true, previewGone(c, p.Locale, published)
	}
	guard.AllowPreview(c.Response().Header())
	return false, err
}

// previewGone answers for a preview that is none, or no longer; published is "" where nobody knows of what.
func previewGone(c echo.Context, locale, published string) error {
	h := c.Response().Header()
	h.Set(echo.HeaderCacheControl, privateNoStore)
	h.Set("X-Robots-Tag", noindex)
	n := notice{Title: previewText(locale, "gone", nil), Text: previewText(locale, "goneText", nil)}
	if published != "" {
		n.Again, n.Address = previewText(locale, "goneAgain", nil), published
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
func (d *PreviewHandler) Mount(e *echo.Echo) { e.GET(previewPath+":token", d.show) }

// side is one language of a preview.
type side struct {
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
	locale := Negotiate(localeCookie(req), req.Header.Get("Accept-Language"), site.DefaultLocale)
	token, err := url.PathUnescape(c.Param("token"))
	if err != nil {
		return previewGone(c, locale, "")
	}
	p, err := d.o.Previews.Open(req.Context(), site.ID, token)
	if errors.Is(err, editor.ErrPreview) {
		return previewGone(c, locale, "")
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
	Sides                                        []side
	Style                                        template.CSS
}

func newPreviewSheet(p editor.Preview, token, locale string) previewSheet {
	text := func(key string, params map[string]any) string { return previewText(locale, key, params) }
	out := previewSheet{
		HTMLLang: shared.Constants().HTMLLangs[locale], Heading: text("heading", map[string]any{"text": p.Text.String()}),
		Alone: text("alone", nil), Published: text("published", nil), Style: template.CSS(previewCSS),
	}
	var absent, untouched []string
	for _, lang := range Locales() {
		one := side{Lang: shared.Constants().HTMLLangs[lang], Name: text("language."+lang, nil), Published: TextPath(p.Text, lang)}
		one.Title, one.State = stateOf(p, lang, locale)
		one.Page = one.Published + "?" + url.Values{ParamPreview: {token}}.Encode()
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
