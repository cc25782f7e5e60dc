package api

import (
	"context"
	"net/url"
	"strconv"

	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// GoodsGroups lists the groups of the catalogue.
func (s *Server) GoodsGroups(ctx context.Context, _ gen.GoodsGroupsRequestObject) (gen.GoodsGroupsResponseObject, error) {
	call := caller.Of(ctx)
	list, err := s.Catalog.Groups(ctx, call.Tenant.ID, call.Locale)
	return gen.GoodsGroups200JSONResponse{Envelope: ok(ctx), Data: view.Groups(list)}, err
}

// GoodsDestinations lists what the goods of a group cover.
func (s *Server) GoodsDestinations(ctx context.Context, r gen.GoodsDestinationsRequestObject) (gen.GoodsDestinationsResponseObject, error) {
	call := caller.Of(ctx)
	list, err := s.Catalog.Destinations(ctx, call.Tenant.ID, call.Locale, r.Params.Group)
	return gen.GoodsDestinations200JSONResponse{Envelope: ok(ctx), Data: view.Destinations(list)}, err
}

// GoodsSuggestions lists what a search field offers while somebody types.
func (s *Server) GoodsSuggestions(ctx context.Context, _ gen.GoodsSuggestionsRequestObject) (gen.GoodsSuggestionsResponseObject, error) {
	call := caller.Of(ctx)
	list, err := s.Catalog.Suggestions(ctx, call.Tenant.ID, call.Locale)
	return gen.GoodsSuggestions200JSONResponse{Envelope: ok(ctx), Data: view.Suggestions(list, call.Locale)}, err
}

// GoodsList lists the catalogue, filtered, sorted and paged.
func (s *Server) GoodsList(ctx context.Context, r gen.GoodsListRequestObject) (gen.GoodsListResponseObject, error) {
	p := r.Params
	values := url.Values{}
	for name, v := range map[string]string{
		"group": p.Group, "countries": p.Countries, "data": p.Data, "days": p.Days, "voice": p.Voice, "simType": p.SimType,
		"networkType": p.NetworkType, "sort": number(p.Sort), "page": number(p.Page), "pageSize": number(p.PageSize),
	} {
		if v != "" {
			values.Set(name, v)
		}
	}
	q, err := catalog.ParseQuery(values)
	if err != nil {
		return nil, err
	}
	call := caller.Of(ctx)
	page, facets, _, err := s.ListGoods(ctx, call.Tenant.ID, call.Locale, &q, p.Keyword)
	return gen.GoodsList200JSONResponse{Envelope: ok(ctx), Data: view.List(page, facets)}, err
}

// GoodsDetail shows one product: what its page shows, and its data for search engines.
func (s *Server) GoodsDetail(ctx context.Context, r gen.GoodsDetailRequestObject) (gen.GoodsDetailResponseObject, error) {
	call := caller.Of(ctx)
	g, err := s.Catalog.Get(ctx, call.Tenant.ID, call.Locale, r.Params.GoodsId)
	if err != nil {
		return nil, err
	}
	page, err := s.Pages.Query(ctx, "/"+call.Locale+"/travel-card/"+g.Group+"/"+g.ID)
	if err != nil {
		return nil, err
	}
	d, isGoods := page.Data.(gen.DetailPage)
	if !isGoods { // it was taken off sale just now
		return nil, fault.New("goods_not_found")
	}
	return gen.GoodsDetail200JSONResponse{Envelope: ok(ctx), Data: gen.GoodsDetail{
		Goods: d.Goods, Options: d.Options, Coverage: d.Coverage, Related: d.Related, Description: d.Description, Facts: d.Facts,
		Numbers: d.Numbers, JsonLd: page.Seo.JsonLd,
	}}, nil
}

// GoodsNumbers lists numbers that can be picked.
func (s *Server) GoodsNumbers(ctx context.Context, r gen.GoodsNumbersRequestObject) (gen.GoodsNumbersResponseObject, error) {
	call := caller.Of(ctx)
	list, _, err := s.Catalog.Numbers(ctx, call.Tenant.ID, r.Params.GoodsId, r.Params.Keyword, r.Params.Page)
	return gen.GoodsNumbers200JSONResponse{Envelope: ok(ctx), Data: view.Numbers(list)}, err
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
