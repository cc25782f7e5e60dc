package catalogue

import (
	"context"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/catalog/merchandise"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/studio"
)

// details are what a plan says at a site, where it works, and where it stands.
type details struct {
	NameEn        string   `json:"nameEn"`
	NameZh        string   `json:"nameZh"`
	DescriptionEn string   `json:"descriptionEn"`
	DescriptionZh string   `json:"descriptionZh"`
	Visible       bool     `json:"visible"`
	Popularity    int      `json:"popularity"`
	Destinations  []string `json:"destinations"`
}

func detailsOf(d merchandise.Details) details {
	out := details(d)
	if out.Destinations == nil {
		out.Destinations = []string{}
	}
	return out
}

// found is a page as a search engine shows it.
type found struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	// Address is where the site has the page, with its host.
	Address string `json:"address"`
}

// found returns how search engines show a plan's page in each language.
func (a *Area) found(ctx context.Context, p merchandise.Product) (map[string]found, error) {
	out := map[string]found{}
	if !p.Visible {
		return out, nil
	}
	for _, locale := range pages.Locales() {
		g, err := a.Catalog.Get(ctx, p.TenantID, locale, p.GoodsID)
		if fault.Code(err) == "goods_not_found" {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		g.Name, g.Price = p.Name(locale), p.Price // the catalogue may be older by a moment
		ask := pages.PageContext{Locale: locale}
		for _, s := range a.Sites() {
			if s.ID == p.TenantID {
				ask.Tenant = s
			}
		}
		text, err := a.Pages.PlanSearchText(ctx, ask, view.Goods(g))
		if err != nil {
			return nil, err
		}
		out[locale] = found{text.Title, text.Description, a.Address(ask.Tenant) + pages.Path(pages.Detail, locale, map[string]string{
			pages.ParamGroup: g.Group, pages.ParamGoods: g.ID,
		})}
	}
	return out, nil
}

func (a *Area) setDetails(c echo.Context) error {
	in, err := studio.Decode[struct {
		details
		Site     string `json:"site"`
		Revision int64  `json:"revision,string"`
	}](c)
	if err != nil {
		return err
	}
	of, err := studio.SiteOf(a.Sites(), in.Site)
	if err != nil {
		return err
	}
	for i, code := range in.Destinations {
		in.Destinations[i] = strings.ToUpper(strings.TrimSpace(code))
	}
	err = a.Products.SetDetails(c.Request().Context(), studio.By(c), of.ID, c.Param("goods"), in.Revision, merchandise.Details(in.details))
	return studio.Respond(c, err)
}
