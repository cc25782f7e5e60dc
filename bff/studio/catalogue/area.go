package catalogue

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/catalog/merchandise"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/bff/studio"
	"github.com/roamcart/roamcart/bff/tenant"
)

// Catalog reads the catalogue as shoppers see it.
type Catalog interface {
	Get(ctx context.Context, tenantID int64, lang, goodsID string) (catalog.Goods, error)
	All(ctx context.Context, tenantID int64, lang string) ([]catalog.Goods, error)
	Related(ctx context.Context, tenantID int64, lang, goodsID string) ([]catalog.Goods, error)
	Featured(ctx context.Context, tenantID int64, lang string, n int) ([]catalog.Goods, error)
	Tiles(ctx context.Context, tenantID int64, lang string, n int) ([]catalog.Tile, error)
}

// Carts counts the carts that hold a plan.
type Carts interface {
	CountWithGoods(ctx context.Context, tenantID int64, goodsID string) (int64, error)
}

// Orders counts the orders with a plan that wait for their payment.
type Orders interface {
	UnpaidWith(ctx context.Context, tenantID int64, goodsID string) (int64, error)
}

// Area answers the calls. It is safe for concurrent use.
type Area struct {
	Products *merchandise.Service
	Catalog  Catalog
	Carts    Carts
	Orders   Orders
	// Pages returns how search engines show a plan.
	Pages *pages.Source
	// Sites lists those of the shop as they are now, at least one.
	Sites func() []tenant.Tenant
	// Address is where a site is found, without a slash at the end.
	Address func(site tenant.Tenant) string
}

// maxFile is how much a call with a file may send.
const maxFile = 2 << 20

// Routes registers the calls.
func (a *Area) Routes(r *studio.Router) {
	r.Read("/catalogue", staff.ReadCatalogue, a.list)
	r.Read("/catalogue/:goods", staff.ReadCatalogue, a.show)
	r.Write(http.MethodPut, "/catalogue/:goods/details", staff.EditCatalogue, a.setDetails)
	r.Write(http.MethodPut, "/catalogue/:goods/facts", staff.EditCatalogue, a.setFacts)
	r.Write(http.MethodPost, "/catalogue/:goods/prices/preview", staff.EditPrices, a.preview)
	r.Write(http.MethodPost, "/catalogue/:goods/prices", staff.EditPrices, a.setPrice)
	r.Write(http.MethodDelete, "/catalogue/:goods/prices/:id", staff.EditPrices, a.withdraw)
	r.Read("/prices/file", staff.ReadCatalogue, a.export)
	r.Write(http.MethodPost, "/prices/file/check", staff.EditPrices, a.checkFile, studio.MaxBody(maxFile))
	r.Write(http.MethodPost, "/prices/file", staff.EditPrices, a.importFile, studio.MaxBody(maxFile))
}

// item is a plan in the list of a site.
type item struct {
	ID       string `json:"id"`
	Group    string `json:"group"`
	Name     string `json:"name"`
	Price    int64  `json:"price"`
	Currency string `json:"currency"`
	Visible  bool   `json:"visible"`
	// Next is the first scheduled price that waits.
	Next   *change `json:"next"`
	Author string  `json:"author"`
	// Decided says that staff have set the price.
	Decided bool `json:"decided"`
}

// filters are what a list may be narrowed to.
var filters = map[string]func(item) bool{
	"scheduled": func(i item) bool { return i.Next != nil },
	"decided":   func(i item) bool { return i.Decided },
	"hidden":    func(i item) bool { return !i.Visible },
}

func (a *Area) list(c echo.Context) error {
	of, err := studio.SiteOf(a.Sites(), c.QueryParam("site"))
	if err != nil {
		return err
	}
	ctx, lang := c.Request().Context(), studio.Locale(c)
	all, err := a.Products.List(ctx, of.ID)
	if err != nil {
		return err
	}
	waiting, err := a.Products.Scheduled(ctx)
	if err != nil {
		return err
	}
	out := struct {
		Site   string         `json:"site"`
		Zone   string         `json:"zone"`
		Plans  []item         `json:"plans"`
		Sites  []studio.Site  `json:"sites"`
		Counts map[string]int `json:"counts"`
	}{strconv.FormatInt(of.ID, 10), of.TimeZone, []item{}, studio.SitesIn(a.Sites(), lang), map[string]int{"all": len(all)}}
	narrow, words := filters[c.QueryParam("state")], strings.Fields(strings.ToLower(c.QueryParam("q")))
	for _, p := range all {
		one := item{
			ID: p.GoodsID, Group: p.GroupCode, Name: p.Name(lang), Price: p.Price, Currency: p.Currency, Visible: p.Visible, Author: p.Author,
			Decided: p.Decided("price"),
		}
		if n := slices.IndexFunc(waiting, func(w merchandise.Change) bool { return w.TenantID == of.ID && w.GoodsID == p.GoodsID }); n >= 0 {
			one.Next = changeOf(waiting[n], lang)
		}
		for name, is := range filters {
			if is(one) {
				out.Counts[name]++
			}
		}
		if (narrow == nil || narrow(one)) && has(p, words) {
			out.Plans = append(out.Plans, one)
		}
	}
	return c.JSON(http.StatusOK, out)
}

// has reports whether a plan is found by all words: parts of its names, its id or its group.
func has(p merchandise.Product, words []string) bool {
	text := strings.ToLower(strings.Join([]string{p.NameEn, p.NameZh, p.GoodsID, p.GroupCode}, "\n"))
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
}
