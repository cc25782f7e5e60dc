package publishing

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// Catalog finds the plans of a site and their groups.
type Catalog interface {
	Get(ctx context.Context, tenantID int64, lang, goodsID string) (catalog.Goods, error)
	Group(ctx context.Context, tenantID int64, lang, code string) (catalog.Group, error)
	Overview(ctx context.Context, tenantID int64, lang, code string) (catalog.Overview, error)
	All(ctx context.Context, tenantID int64, lang string) ([]catalog.Goods, error)
}

// CheckLinks reports an error for each new file with links to pages that the shop does not have. Texts that are drafts, or handed in
// together, may link to each other.
func (s *Service) CheckLinks(ctx context.Context, news, all []editor.File) error {
	there := map[string]bool{}
	for _, f := range all {
		there[f.Text.String()] = true
	}
	var wrong []error
	for _, f := range news {
		var lost []string
		for _, path := range content.Links(f.Source) {
			leads, err := s.PageExists(ctx, f.Tenant, path, there)
			if err != nil {
				return err
			}
			if !leads {
				lost = append(lost, path)
			}
		}
		if len(lost) > 0 {
			wrong = append(wrong, fmt.Errorf("%s: a link to a page that the shop does not have: %s", f, strings.Join(lost, ", ")))
		}
	}
	return errors.Join(wrong...)
}

// PageExists reports whether the shop has a public page at a path without a language.
func (s *Service) PageExists(ctx context.Context, tenant int64, path string, there map[string]bool) (bool, error) {
	row, params, ok := table.Match(path)
	switch {
	case !ok || row.Private && len(params) > 0:
		return false, nil
	case row.Kind == pages.Service:
		return s.text(ctx, editor.Text{Tenant: tenant, Kind: "service", Name: params[pages.ParamService]}, there)
	case row.Kind == pages.Terms:
		return s.text(ctx, editor.Text{Tenant: tenant, Kind: "terms", Name: params[pages.ParamTerms]}, there)
	case row.Kind != pages.Detail && row.Kind != pages.Group && row.Kind != pages.Destination:
		return true, nil
	}
	for _, site := range s.Sites() {
		if tenant != 0 && tenant != site.ID {
			continue
		}
		var err error
		switch row.Kind {
		case pages.Detail:
			_, err = s.Catalog.Get(ctx, site.ID, site.DefaultLocale, params[pages.ParamGoods])
		case pages.Destination:
			_, err = s.Catalog.Overview(ctx, site.ID, site.DefaultLocale, strings.ToUpper(params[pages.ParamCountry]))
		default:
			_, err = s.Catalog.Group(ctx, site.ID, site.DefaultLocale, params[pages.ParamGroup])
		}
		if _, ok := errors.AsType[*fault.Error](err); err == nil || !ok {
			return err == nil, err
		}
	}
	return false, nil
}

// text reports whether there is a text, if only as a draft, at a site or for all.
func (s *Service) text(ctx context.Context, t editor.Text, there map[string]bool) (bool, error) {
	if there[t.String()] {
		return true, nil
	}
	for _, tenant := range []int64{t.Tenant, 0} {
		t.Tenant = tenant
		found, err := s.Texts.Has(ctx, t)
		if found || err != nil {
			return found, err
		}
	}
	return false, nil
}

// TextsLinkingTo lists the texts that visitors see with a link to a text that is gone, none when another is shown in its place.
func (s *Service) TextsLinkingTo(ctx context.Context, t editor.Text) ([]string, error) {
	if t.Kind == "faq" { // its page is that of all questions
		return nil, nil
	}
	_, path := pages.SplitLocale(pages.TextPath(t, content.Languages[0]))
	var out []string
	for _, tenant := range s.owners(t.Tenant) {
		_, err := s.Shown.Page(ctx, tenant, t.Kind, t.Name, content.Languages[0])
		if err == nil {
			continue
		}
		if fault.Code(err) != "not_found" {
			return nil, err
		}
		all, err := s.Texts.List(ctx, tenant)
		if err != nil {
			return nil, err
		}
		for _, states := range all {
			for _, state := range states {
				if v := state.Shown; v != nil && slices.Contains(content.Links(v.Source), path) {
					out = append(out, v.File.String())
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// owners are the sites that may have texts which link to one of a site: the site itself, and with 0 every site.
func (s *Service) owners(tenant int64) []int64 {
	out := []int64{0}
	for _, site := range s.Sites() {
		if tenant == 0 || tenant == site.ID {
			out = append(out, site.ID)
		}
	}
	return out
}
