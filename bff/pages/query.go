package pages

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/tenant"
	"github.com/roamcart/roamcart/shared"
)

// PageService answers GET /gw/page/query. It is safe for concurrent use.
type PageService struct {
	table  *Table
	source *Source
	shell  Shell
	// previews opens drafts of texts; nil where there are none.
	previews Previews
}

// NewService returns a service over the pages of table.
func NewService(table *Table, source *Source, shell Shell) *PageService {
	return &PageService{table: table, source: source, shell: shell}
}

// WithPreviews lets the pages of texts show drafts. It returns the service.
func (s *PageService) WithPreviews(p Previews) *PageService {
	s.previews = p
	return s
}

// Request asks for one page.
type Request struct {
	Tenant tenant.Tenant
	// Locale is for a path that names no language.
	Locale string
	// RawPath is the escaped page path with its query, "/en/cart?x=1".
	RawPath string
	// Origin is the address the browser sees, "https://shop.example".
	Origin   string
	LoggedIn bool
	// Twin asks for what the Markdown twin of the page is made from.
	Twin bool
}

// Result is a page, with the tags of what it shows.
type Result struct {
	gen.PageQuery
	Tags []string
}

// Query returns everything that one page needs. An address that is no page is not an error: its kind is not_found and
// its status 404. The fault is validation_failed when there is no path at all; other errors are failures.
func (s *PageService) Query(ctx context.Context, r Request) (Result, error) {
	if r.RawPath == "" {
		return Result{}, fault.Fields(map[string]string{"path": "required"})
	}
	rawPath, rawQuery, _ := strings.Cut(r.RawPath, "?")
	path, _ := Normalize(rawPath, "")
	locale, rest := SplitLocale(path)
	given, _ := url.ParseQuery(rawQuery)
	if locale == "" || rest == "" {
		return s.unprefixed(ctx, r, path, rawQuery)
	}
	row, params, _ := s.table.Match(rest)
	a := PageContext{
		Tenant: r.Tenant, Locale: locale, Kind: row.Kind, Params: params, Query: row.CanonicalQuery(given), LoggedIn: r.LoggedIn,
		Origin: strings.TrimSuffix(r.Origin, "/"), Twin: r.Twin,
	}
	at := place{row: row, path: path, query: row.EncodeQuery(a.Query)}
	var found shown
	err := s.openPreview(ctx, &a)
	if err == nil {
		found, err = s.data(ctx, a, at)
	}
	var elsewhere *Redirect
	switch {
	case err == nil:
	case errors.As(err, &elsewhere):
		return s.redirected(ctx, a, at, elsewhere)
	case IsMissing(err):
		at = place{row: notFoundPage.Row, path: path}
		if a.Preview != nil { // the other language may have it
			at.query = row.EncodeQuery(a.Query)
		}
		a.Kind, a.Query = NotFound, url.Values{}
		found = notFoundPage.of(a, gen.NotFoundPage{Path: path})
	default:
		return Result{}, fmt.Errorf("page %s: %w", row.Kind, err)
	}
	return s.page(ctx, a, at, found)
}

// data returns what a page shows.
func (s *PageService) data(ctx context.Context, a PageContext, at place) (shown, error) {
	if at.row.Login && !a.LoggedIn {
		return shown{}, toLogin(a.Locale, at)
	}
	found, err := s.table.page(a.Kind).gather(ctx, s.source, a)
	if fault.Code(err) == "login_required" {
		return shown{}, toLogin(a.Locale, at)
	}
	return found, err
}

// Titles returns the title and the description of a page.
func (s *PageService) Titles(ctx context.Context, a PageContext, e Entry) (title, description string, err error) {
	row, _ := s.table.Row(e.Kind)
	a.Kind, a.Params, a.Query = e.Kind, e.Params, url.Values{}
	found, err := s.data(ctx, a, place{row: row, path: Path(e.Kind, a.Locale, e.Params)})
	if err != nil {
		return "", "", err
	}
	w := Words{a}
	title, description = w.Titles(found.head(w))
	return title, description, nil
}

// place is a page's address within its language.
type place struct {
	row Row
	// path has the language, query is canonical and starts with "?" unless it is empty.
	path, query string
}

// in returns the address in another language.
func (p place) in(locale string) string {
	_, rest := SplitLocale(p.path)
	return "/" + locale + rest + redirectIn(p.query, locale)
}

// redirectIn returns a query whose "redirect" leads to the same page in another language.
func redirectIn(query, locale string) string {
	const name = "redirect="
	fields := strings.Split(strings.TrimPrefix(query, "?"), "&")
	for i, field := range fields {
		value, found := strings.CutPrefix(field, name)
		to, err := url.QueryUnescape(value)
		if from, rest := SplitLocale(to); found && err == nil && from != "" {
			fields[i] = name + url.QueryEscape("/"+locale+rest)
			query = "?" + strings.Join(fields, "&")
		}
	}
	return query
}

func (s *PageService) page(ctx context.Context, a PageContext, at place, found shown) (Result, error) {
	shell, err := s.shell.Shell(ctx, a)
	if err != nil {
		return Result{}, fmt.Errorf("shell of page %s: %w", a.Kind, err)
	}
	shell.Languages = languages(at)
	status := http.StatusOK
	if a.Kind == NotFound {
		status = http.StatusNotFound
	}
	if found.freights && !a.Twin {
		if a.Freights, err = s.shell.Freights(ctx, a); err != nil {
			return Result{}, fmt.Errorf("freights of page %s: %w", a.Kind, err)
		}
	}
	seo := newSEO(a, at, found)
	page := gen.PageQuery{
		Kind: string(a.Kind), Status: status, Locale: a.Locale, Path: at.path + at.query, Seo: seo, Shell: shell, Data: found.data,
		Noindex: seo.Robots != "", Preview: previewNote(a),
	}
	if at.row.Private {
		page.IsLogin = &a.LoggedIn
	}
	return Result{PageQuery: page, Tags: found.tags}, nil
}

// redirected is a page that is elsewhere; it has everything a page has, so that no reader needs a second shape.
func (s *PageService) redirected(ctx context.Context, a PageContext, at place, to *Redirect) (Result, error) {
	page, err := s.page(ctx, a, at, nothing(a))
	if err != nil {
		return Result{}, err
	}
	status := to.Status
	if status == 0 {
		status = http.StatusFound
	}
	page.Noindex, page.Seo.Robots = true, noindex
	page.Redirect = &gen.PageRedirect{To: to.To, Status: status}
	if to.External {
		page.Redirect.External = &to.External
	}
	return page, nil
}

// unprefixed answers for a path without a language, and for a language alone.
func (s *PageService) unprefixed(ctx context.Context, r Request, path, rawQuery string) (Result, error) {
	locale, _ := SplitLocale(path)
	if locale == "" && IsLocale(r.Locale) {
		locale = r.Locale
	} else if locale == "" {
		locale = Negotiate("", "", r.Tenant.DefaultLocale)
	}
	a := PageContext{Tenant: r.Tenant, Locale: locale, Kind: NotFound, Origin: strings.TrimSuffix(r.Origin, "/"),
		Query: url.Values{}}
	target, ok := s.table.Localized(path, locale)
	if !ok {
		at := place{row: notFoundPage.Row, path: "/" + locale + path}
		return s.page(ctx, a, at, notFoundPage.of(a, gen.NotFoundPage{Path: path}))
	}
	if rawQuery != "" {
		target += "?" + rawQuery
	}
	return s.redirected(ctx, a, place{row: notFoundPage.Row, path: target}, &Redirect{To: target})
}

// Localized returns where an address without a language leads: "/" and "/en" to home, "/cart" to "/en/cart". ok is false
// when that is no page.
func (t *Table) Localized(path, locale string) (string, bool) {
	if _, rest := SplitLocale(path); path == "/" || rest == "" {
		return Path(Home, locale, nil), true
	}
	if _, _, ok := t.Match(path); !ok {
		return "", false
	}
	return "/" + locale + path, true
}

func languages(at place) []gen.ShellLanguage {
	out := []gen.ShellLanguage{}
	for _, locale := range Locales() {
		out = append(out, gen.ShellLanguage{
			Locale: locale, Label: shared.Text(locale, seoTexts, "language."+locale, nil), Href: at.in(locale),
		})
	}
	return out
}
