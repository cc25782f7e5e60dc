package api

import (
	"context"
	"net/url"
	"slices"

	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/read"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// AccountSims gathers the page of the customer's SIMs, with one of them where the address names it.
func (s *Source) AccountSims(ctx context.Context, a pages.Ask) (gen.AccountSimsPage, error) {
	if caller.Of(ctx).UserID() == 0 {
		return gen.AccountSimsPage{}, fault.New("login_required")
	}
	ref := a.Query.Get("simId")
	if ref == "" {
		list, err := s.SIMList(ctx, read.Owner(ctx))
		return gen.AccountSimsPage{Items: list}, err
	}
	shown, err := s.SIMDetail(ctx, read.Owner(ctx), ref)
	if err != nil {
		return gen.AccountSimsPage{}, notFound(err, "sim_not_found")
	}
	topUps, err := s.TopUps(ctx, read.Owner(ctx), ref)
	return gen.AccountSimsPage{Items: []gen.Sim{shown.Sim}, Selected: &shown, TopUps: &topUps}, err
}

// OrderSims gathers the SIMs of an order, for whoever may see it, with one of them where the address names it or there is only one.
func (s *Source) OrderSims(ctx context.Context, a pages.Ask) (gen.OrderSimsPage, error) {
	o, err := s.FindOrder(ctx, a.Params[pages.ParamOrderNo])
	if err != nil {
		return gen.OrderSimsPage{}, notFound(err, "order_not_found")
	}
	who := read.MaySee(ctx)
	who.OrderID = o.ID
	list, err := s.SIMList(ctx, who)
	if err != nil {
		return gen.OrderSimsPage{}, err
	}
	out := gen.OrderSimsPage{OrderNo: o.OrderNo, Items: list}
	ref := a.Query.Get("simId")
	if ref == "" && len(list) == 1 {
		ref = list[0].SimId
	}
	if !slices.ContainsFunc(list, func(sim gen.Sim) bool { return sim.SimId == ref }) {
		return out, nil
	}
	shown, err := s.SIMDetail(ctx, who, ref)
	if err != nil {
		return gen.OrderSimsPage{}, err
	}
	topUps, err := s.TopUps(ctx, who, ref)
	out.Selected, out.TopUps = &shown, &topUps
	return out, err
}

// atSIM leads to a SIM that nothing can be added to, which says why: among the customer's, or among those of the order that it was
// bought with. Whoever may not see it is led to the customer's.
func (s *Source) atSIM(ctx context.Context, locale, ref string) error {
	to := pages.RedirectTo(pages.AccountSims, locale, nil)
	orderNo, err := s.Lines.BoughtWith(ctx, read.MaySee(ctx), ref)
	if err != nil {
		if fault.Code(err) == "sim_not_found" {
			return to
		}
		return err
	}
	if _, err := s.Lines.BoughtWith(ctx, read.Owner(ctx), ref); fault.Code(err) == "sim_not_found" && orderNo != "" {
		to = pages.RedirectTo(pages.OrderSims, locale, map[string]string{pages.ParamOrderNo: orderNo})
	}
	to.To += "?" + url.Values{"simId": {ref}}.Encode()
	return to
}
