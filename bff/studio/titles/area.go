package titles

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/catalog/titles"
	"github.com/roamcart/roamcart/bff/editor/check"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/publishing"
	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/bff/studio"
	"github.com/roamcart/roamcart/bff/tenant"
)

// Pages returns how search engines show the pages of a site.
type Pages interface {
	SearchTitles(ctx context.Context, a pages.PageContext, only ...catalog.Titled) ([]pages.SearchTitle, error)
}

// Area answers the calls. It is safe for concurrent use.
type Area struct {
	Titles *titles.Service
	Pages  Pages
	// Sites lists those of the shop, at least one.
	Sites func() []tenant.Tenant
	// Watch sees when visitors see a change.
	Watch *publishing.Service
}

// Routes registers the calls.
func (a *Area) Routes(r *studio.Router) {
	const one = "/titles/:kind/:code"
	r.Read("/titles", staff.ReadCatalogue, a.list)
	r.Read(one, staff.ReadCatalogue, a.show)
	r.Write(http.MethodPost, one+"/check", staff.ReadCatalogue, a.check)
	r.Write(http.MethodPut, one, staff.EditCatalogue, a.set)
}

type site struct {
	ID   int64  `json:"id,string"`
	Name string `json:"name"`
}

// item is a page in the list of a site, as search engines show it in the language of the Studio.
type item struct {
	Kind        catalog.TitledKind `json:"kind"`
	Code        string             `json:"code"`
	Name        string             `json:"name"`
	Title       string             `json:"title"`
	Description string             `json:"description"`
	// Own says that staff have written the title or the description, for this site or for all.
	Own bool `json:"own"`
	// Cut says that a search engine would cut the title.
	Cut bool `json:"cut"`
}

// filters are what a list may be narrowed to.
var filters = map[string]func(item) bool{
	"own":         func(i item) bool { return i.Own },
	"cut":         func(i item) bool { return i.Cut },
	"product":     func(i item) bool { return i.Kind == catalog.TitledProduct },
	"group":       func(i item) bool { return i.Kind == catalog.TitledGroup },
	"destination": func(i item) bool { return i.Kind == catalog.TitledDestination },
}

func (a *Area) list(c echo.Context) error {
	of, err := studio.SiteOf(a.Sites(), c.QueryParam("site"))
	if err != nil {
		return err
	}
	ctx, lang := c.Request().Context(), studio.Locale(c)
	all, err := a.Pages.SearchTitles(ctx, pages.PageContext{Tenant: of, Locale: lang})
	if err != nil {
		return err
	}
	own, err := a.Titles.List(ctx, of.ID)
	if err != nil {
		return err
	}
	written := effectiveTexts(own, lang)
	out := struct {
		Site   int64          `json:"site,string"`
		Sites  []site         `json:"sites"`
		Pages  []item         `json:"pages"`
		Counts map[string]int `json:"counts"`
	}{of.ID, []site{}, []item{}, map[string]int{}}
	for _, s := range a.Sites() {
		out.Sites = append(out.Sites, site{s.ID, s.Name.In(lang)})
	}
	narrow, words := filters[c.QueryParam("state")], strings.Fields(strings.ToLower(c.QueryParam("q")))
	for _, t := range all {
		if t.Of.Code == "" {
			continue
		}
		text := t.With(written[t.Of])
		one := item{
			t.Of.Kind, t.Of.Code, t.Name, text.Title, text.Description, written[t.Of] != catalog.SearchText{},
			check.Width(text.Title) > check.MaxTitle,
		}
		out.Counts["all"]++
		for name, is := range filters {
			if is(one) {
				out.Counts[name]++
			}
		}
		found := strings.ToLower(strings.Join([]string{one.Code, one.Name, one.Title, one.Description}, "\n"))
		if (narrow == nil || narrow(one)) && !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(found, w) }) {
			out.Pages = append(out.Pages, one)
		}
	}
	return c.JSON(http.StatusOK, out)
}

// effectiveTexts returns the texts of a site in a language: its own before those of all sites. own has all sites' first.
func effectiveTexts(own []titles.Override, lang string) map[catalog.Titled]catalog.SearchText {
	out := map[catalog.Titled]catalog.SearchText{}
	for _, o := range own {
		out[o.Of()] = withFallback(out[o.Of()], o.In(lang))
	}
	return out
}

// withFallback returns a text in which what is empty is as in below.
func withFallback(below, text catalog.SearchText) catalog.SearchText {
	if text.Title == "" {
		text.Title = below.Title
	}
	if text.Description == "" {
		text.Description = below.Description
	}
	return text
}

// titledParam returns the page that the path of a call names. Fault: not_found.
func titledParam(c echo.Context) (catalog.Titled, error) {
	out := catalog.Titled{Kind: catalog.TitledKind(c.Param("kind")), Code: c.Param("code")}
	if !slices.Contains(catalog.TitledKinds, out.Kind) {
		return out, fault.New("not_found")
	}
	return out, nil
}

// words are what staff say, as they are typed.
type words struct {
	TitleEn       string `json:"titleEn"`
	TitleZh       string `json:"titleZh"`
	DescriptionEn string `json:"descriptionEn"`
	DescriptionZh string `json:"descriptionZh"`
}

// shown is a page of a site in a language.
type shown struct {
	Address string `json:"address"`
	Name    string `json:"name"`
	// Generated has no text of staff, Below is shown while the site says nothing itself.
	Generated text `json:"generated"`
	Below     text `json:"below"`
	// Values are what the placeholders stand for; Suffix is written behind a title without the brand.
	Values map[string]string `json:"values"`
	Suffix string            `json:"suffix"`
}

type text struct {
	Title       string `json:"title"`
	Description string `json:"description"`
}

// atSite is what staff say at a site, or at all sites, where ID is 0.
type atSite struct {
	site
	Own      words      `json:"own"`
	Revision int64      `json:"revision,string"`
	Author   string     `json:"author"`
	At       *time.Time `json:"at"`
	// Pages are the page by language: of the first site that has it, where ID is 0.
	Pages map[string]shown `json:"pages"`
}

func (a *Area) show(c echo.Context) error {
	of, err := titledParam(c)
	if err != nil {
		return err
	}
	ctx, lang := c.Request().Context(), studio.Locale(c)
	own, err := a.Titles.Get(ctx, of)
	if err != nil {
		return err
	}
	out := struct {
		Kind         catalog.TitledKind `json:"kind"`
		Code         string             `json:"code"`
		Placeholders []string           `json:"placeholders"`
		Sites        []atSite           `json:"sites"`
	}{of.Kind, of.Code, catalog.TitlePlaceholders[of.Kind], []atSite{atSiteOf(site{ID: titles.AllSites}, own[titles.AllSites])}}
	for _, s := range a.Sites() {
		one := atSiteOf(site{s.ID, s.Name.In(lang)}, own[s.ID])
		for _, locale := range pages.Locales() {
			list, err := a.Pages.SearchTitles(ctx, pages.PageContext{Tenant: s, Locale: locale}, of)
			if err != nil {
				return err
			}
			for _, t := range list {
				one.Pages[locale] = shown{
					a.Watch.SiteAddress(s) + t.Path, t.Name, text(t.Generated), text(t.With(own[titles.AllSites].In(locale))), t.Values,
					pages.TitleSuffix(pages.PageContext{Tenant: s, Locale: locale}),
				}
			}
		}
		if len(one.Pages) == 0 {
			continue
		}
		if len(out.Sites[0].Pages) == 0 {
			for locale, page := range one.Pages {
				page.Below = page.Generated
				out.Sites[0].Pages[locale] = page
			}
		}
		out.Sites = append(out.Sites, one)
	}
	if len(out.Sites) == 1 {
		return fault.New("not_found")
	}
	return c.JSON(http.StatusOK, out)
}

func atSiteOf(s site, o titles.Override) atSite {
	out := atSite{site: s, Own: words(o.Text), Revision: o.Revision, Author: o.Author, Pages: map[string]shown{}}
	if o.Revision > 0 {
		out.At = &o.At
	}
	return out
}

// change is what a caller wants to say at a site, or with "0" at all.
type change struct {
	Site     string `json:"site"`
	Revision int64  `json:"revision,string"`
	Text     words  `json:"text"`
}

// sitesOf are those that a change is about.
func (a *Area) sitesOf(in change) (tenantID int64, out []tenant.Tenant, err error) {
	if in.Site == strconv.Itoa(titles.AllSites) {
		return titles.AllSites, a.Sites(), nil
	}
	one, err := studio.SiteOf(a.Sites(), in.Site)
	return one.ID, []tenant.Tenant{one}, err
}
