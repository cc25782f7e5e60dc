package pages

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"time"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/block"
	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/shared"
)

// Previews opens drafts of texts, and of parts of a site. The error is editor.ErrPreview for a token that is none, or no longer.
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

// TextPath returns the address of a text's page; that of a category of questions is the page of all, and
// that of a part of a site its home page.
func TextPath(t editor.Text, locale string) string {
	if t.Kind == block.PreviewKind {
		return Path(Home, locale, nil)
	}
	var row Row
	for _, p := range kinds {
		if p.row().shows(t.Kind, t.Name) {
			row = p.row()
		}
	}
	return Path(row.Kind, locale, row.textParams(t.Name))
}

// PreviewText is a text about previews.
func PreviewText(locale, key string, params map[string]any) string {
	return shared.Text(locale, "server", "preview."+key, params)
}

// openPreview lets the page show a draft when its address has a token.
func (s *PageService) openPreview(ctx context.Context, a *PageContext) error {
	token := a.Query.Get(ParamPreview)
	if token == "" || s.previews == nil {
		return nil
	}
	p, err := s.previews.Open(ctx, a.Tenant.ID, token)
	if errors.Is(err, editor.ErrPreview) {
		return fault.New("not_found")
	}
	a.Preview = &p
	if p.Site != nil {
		a.Tenant = p.Site(a.Tenant)
	}
	return err
}

// PreviewName is what a preview is of, in a language.
func PreviewName(p editor.Preview, locale string) string {
	if p.Kind == block.PreviewKind {
		return PreviewText(locale, "part."+p.Name, nil)
	}
	return p.Text.String()
}

// previewNote says on a page which version it shows.
func previewNote(a PageContext) *gen.PagePreview {
	if a.Preview == nil {
		return nil
	}
	title, text := PreviewState(*a.Preview, a.Locale, a.Locale)
	return &gen.PagePreview{Title: title, Text: text, Link: gen.PreviewLink{
		Label: PreviewText(a.Locale, "both", nil), Href: PreviewPath(a.Query.Get(ParamPreview)),
	}}
}

// PreviewState says in a language how a preview stands in another one.
func PreviewState(p editor.Preview, of, in string) (title, text string) {
	params := map[string]any{"until": stamp(in, p.Until)}
	v, there := p.Versions[of]
	switch {
	case !there:
		return PreviewText(in, "notYet", nil), PreviewText(in, "missing", params)
	case !slices.Contains(p.Drafts, of):
		return PreviewText(in, "same", nil), PreviewText(in, "sameText", params)
	}
	params["version"], params["author"], params["at"] = v.ID, v.Author, stamp(in, v.At)
	if v.ID == 0 { // what is being written, which nobody has handed in
		return PreviewText(in, "title", nil), PreviewText(in, "liveText", params)
	}
	return PreviewText(in, "title", nil), PreviewText(in, "text", params)
}

// stamp writes a time as people of a language do.
func stamp(locale string, t time.Time) string {
	if locale == "zh" {
		return t.UTC().Format("2006年1月2日 15:04（UTC）")
	}
	return t.UTC().Format("2 Jan 2006, 15:04 UTC")
}
