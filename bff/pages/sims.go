package pages

import (
	"context"
	"net/url"
	"slices"

	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/read"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// The pages of SIMs: those of an order, and those of a customer.
const (
	OrderSims   Kind = "order_sims"
	AccountSims Kind = "account_sims"
)

var (
	orderSimsPage = Page[gen.OrderSimsPage]{
		Row:  Row{Kind: OrderSims, Pattern: "/my-order/{orderNo}/sims", Private: true, Query: []Param{{Name: "simId"}}},
		Data: orderSimsData,
	}

	accountSimsPage = Page[gen.AccountSimsPage]{
		Row:  Row{Kind: AccountSims, Pattern: "/my-account/sims-info", Private: true, Login: true, Query: []Param{{Name: "simId"}}},
		Data: accountSimsData,
	}
)

// orderSimsData gathers the SIMs of an order, for whoever may see it, with one of them where the address names it or there is only one.
func orderSimsData(ctx context.Context, s *Source, a PageContext) (gen.OrderSimsPage, error) {
	o, err := s.FindOrder(ctx, a.Params[ParamOrderNo])
	if err != nil {
		return gen.OrderSimsPage{}, asNotFound(err, "order_not_found")
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

// accountSimsData gathers the page of the customer's SIMs, with one of them where the address names it.
func accountSimsData(ctx context.Context, s *Source, a PageContext) (gen.AccountSimsPage, error) {
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
		return gen.AccountSimsPage{}, asNotFound(err, "sim_not_found")
	}
	topUps, err := s.TopUps(ctx, read.Owner(ctx), ref)
	return gen.AccountSimsPage{Items: []gen.Sim{shown.Sim}, Selected: &shown, TopUps: &topUps}, err
}

// atSIM leads to a SIM that nothing can be added to, which says why: among the customer's, or among those of the order that it was
// bought with. Whoever may not see it is led to the customer's.
func (s *Source) atSIM(ctx context.Context, locale, ref string) error {
	to := RedirectTo(AccountSims, locale, nil)
	orderNo, err := s.OwnedSIMs.BoughtWith(ctx, read.MaySee(ctx), ref)
	if err != nil {
		if fault.Code(err) == "sim_not_found" {
			return to
		}
		return err
	}
	if _, err := s.OwnedSIMs.BoughtWith(ctx, read.Owner(ctx), ref); fault.Code(err) == "sim_not_found" && orderNo != "" {
		to = RedirectTo(OrderSims, locale, map[string]string{ParamOrderNo: orderNo})
	}
	to.To += "?" + url.Values{"simId": {ref}}.Encode()
	return to
}
