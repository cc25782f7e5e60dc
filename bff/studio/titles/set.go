package titles

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/catalog/titles"
	"github.com/roamcart/roamcart/bff/editor/check"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/publishing"
	"github.com/roamcart/roamcart/bff/studio"
	"github.com/roamcart/roamcart/bff/tenant"
)

// findings lists what is wrong with a text, and then what its author should know. Never nil.
func (a *Area) findings(ctx context.Context, tenantID int64, sites []tenant.Tenant, of catalog.Titled, t titles.Text) ([]titles.Finding, error) {
	out, err := a.Titles.Faults(ctx, tenantID, of, t)
	if err != nil {
		return nil, err
	}
	own, err := a.Titles.Get(ctx, of)
	if err != nil {
		return nil, err
	}
	own[tenantID] = titles.Override{Text: t}
	for _, f := range t.Fields() {
		for _, term := range check.Terms(f.Lang, f.Text) {
			out = append(out, titles.Finding{Code: term.Code, Field: f.Name, Params: term.Params, Advice: true})
		}
	}
	for _, s := range sites {
		for _, locale := range pages.Locales() {
			all, err := a.Pages.SearchTitles(ctx, pages.PageContext{Tenant: s, Locale: locale})
			if err != nil {
				return nil, err
			}
			others, err := a.Titles.List(ctx, s.ID)
			if err != nil {
				return nil, err
			}
			out = inSearch(out, all, effectiveTexts(others, locale), of, t, withFallback(own[titles.AllSites].In(locale), own[s.ID].In(locale)), locale)
		}
	}
	return out, nil
}

// inSearch adds what a search engine has against what a page of a site is going to say: that it is too wide, and that another page
// has the title. What is generated is nobody's fault.
func inSearch(
	out []titles.Finding,
	all []pages.SearchTitle,
	written map[catalog.Titled]catalog.SearchText,
	of catalog.Titled,
	typed titles.Text,
	own catalog.SearchText,
	locale string,
) []titles.Finding {
	i := slices.IndexFunc(all, func(t pages.SearchTitle) bool { return t.Of == of })
	if i < 0 {
		return out
	}
	now := all[i].With(own)
	add := func(f titles.Finding) {
		if !slices.ContainsFunc(out, func(one titles.Finding) bool { return one.Code == f.Code && one.Field == f.Field }) {
			out = append(out, f)
		}
	}
	upper := map[string]string{"en": "En", "zh": "Zh"}[locale]
	if typed.In(locale).Title != "" {
		if n := check.Width(now.Title); n > check.MaxTitle {
			add(titles.Finding{Code: "too_wide", Field: "title" + upper, Params: map[string]any{"width": n, "max": check.MaxTitle}, Advice: true})
		}
		for _, other := range all {
			if other.Of != of && strings.EqualFold(other.With(written[other.Of]).Title, now.Title) {
				add(titles.Finding{Code: "duplicate", Field: "title" + upper, Params: map[string]any{"page": other.Name}})
			}
		}
	}
	if n := check.Width(now.Description); typed.In(locale).Description != "" && n > check.MaxDescription {
		add(
			titles.Finding{
				Code:   "too_wide",
				Field:  "description" + upper,
				Params: map[string]any{"width": n, "max": check.MaxDescription},
				Advice: true,
			},
		)
	}
	return out
}

func (a *Area) check(c echo.Context) error {
	of, err := titledParam(c)
	if err != nil {
		return err
	}
	in, err := studio.Decode[change](c)
	if err != nil {
		return err
	}
	tenantID, sites, err := a.sitesOf(in)
	if err != nil {
		return err
	}
	out, err := a.findings(c.Request().Context(), tenantID, sites, of, titles.Text(in.Text).Lines())
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, map[string]any{"findings": out})
}

// page is a page that says something else since a change.
type page struct {
	Address      string `json:"address"`
	Milliseconds *int64 `json:"milliseconds"`
	// Late says that the page was not seen with the new text in time.
	Late bool `json:"late"`
}

func (a *Area) set(c echo.Context) error {
	of, err := titledParam(c)
	if err != nil {
		return err
	}
	in, err := studio.Decode[change](c)
	if err != nil {
		return err
	}
	tenantID, sites, err := a.sitesOf(in)
	if err != nil {
		return err
	}
	ctx, text := c.Request().Context(), titles.Text(in.Text).Lines()
	findings, err := a.findings(ctx, tenantID, sites, of, text)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(findings, func(f titles.Finding) bool { return !f.Advice }) {
		return fault.New("titles_faulty").WithData(findings)
	}
	changed, err := a.changes(ctx, tenantID, sites, of, text)
	if err != nil {
		return err
	}
	watch, err := a.Watch.WatchPages(ctx, changed)
	if err != nil {
		return err
	}
	if err := a.Titles.Set(ctx, studio.By(c), tenantID, of, in.Revision, text); err != nil {
		return err
	}
	out := []page{}
	for _, seen := range watch.Fresh(ctx) {
		out = append(out, page{seen.Address, seen.Milliseconds, seen.Milliseconds == nil})
	}
	return c.JSON(http.StatusOK, map[string]any{"pages": out, "findings": findings})
}

// changes lists the pages that say something else when staff say text.
func (a *Area) changes(ctx context.Context, tenantID int64, sites []tenant.Tenant, of catalog.Titled, text titles.Text) ([]publishing.Page, error) {
	own, err := a.Titles.Get(ctx, of)
	if err != nil {
		return nil, err
	}
	next := map[int64]titles.Override{}
	maps.Copy(next, own)
	next[tenantID] = titles.Override{Text: text}
	var out []publishing.Page
	for _, s := range sites {
		for _, locale := range pages.Locales() {
			list, err := a.Pages.SearchTitles(ctx, pages.PageContext{Tenant: s, Locale: locale}, of)
			if err != nil {
				return nil, err
			}
			says := func(own map[int64]titles.Override) catalog.SearchText {
				return withFallback(own[titles.AllSites].In(locale), own[s.ID].In(locale))
			}
			for _, t := range list {
				if t.With(says(own)) != t.With(says(next)) {
					out = append(out, publishing.Page{Site: s, Path: t.Path})
				}
			}
		}
	}
	return out, nil
}
