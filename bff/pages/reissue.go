package pages

import (
	"context"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/read"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/sim/owned"
	"github.com/roamcart/roamcart/bff/sim/reissuable"
)

// Reissue is the page on which a new eSIM is asked for.
const Reissue Kind = "reissue"

// ParamSim is the parameter of paths with the reference of a SIM.
const ParamSim = "simId"

var reissuePage = Page[gen.ReissuePage]{
	Row:  Row{Kind: Reissue, Pattern: "/reissue/{simId}", Private: true},
	Data: reissueData,
}

// reissueData gathers the page on which a new eSIM is asked for, for whoever may see the SIM.
func reissueData(ctx context.Context, s *Source, a PageContext) (gen.ReissuePage, error) {
	sim, err := s.OwnedSIMs.ForReissue(ctx, read.MaySee(ctx), a.Params[ParamSim])
	if err != nil {
		return gen.ReissuePage{}, asNotFound(err, "sim_not_found")
	}
	beside, err := s.SIMExtras(ctx, sim)
	if err != nil {
		return gen.ReissuePage{}, err
	}
	page := view.Reissue(sim, beside)
	if page.State == "impossible" && sim.NoReissue() == reissuable.Over {
		if page.Buy, err = s.planPath(ctx, a, sim.GoodsID); err != nil {
			return gen.ReissuePage{}, err
		}
	}
	page.OrderNo, page.Refund, err = s.orderOf(ctx, sim)
	return page, err
}

// planPath is the path of a plan's page, or of the list of plans where the site does not sell it any more.
func (s *Source) planPath(ctx context.Context, a PageContext, goodsID string) (string, error) {
	sold, err := s.Catalog.Named(ctx, a.Tenant.ID, a.Locale, goodsID)
	if g, ok := sold[goodsID]; ok {
		return Path(Detail, a.Locale, map[string]string{ParamGroup: g.Group, ParamGoods: g.ID}), err
	}
	return Path(Listing, a.Locale, nil), err
}

// orderOf returns the number of the order that a SIM was bought with, "" where the caller may not see it, and whether money of it
// can be asked back.
func (s *Source) orderOf(ctx context.Context, sim owned.SIM) (orderNo string, refund bool, err error) {
	o, err := s.FindOrder(ctx, sim.BoughtNo)
	if err != nil {
		if code := fault.Code(err); code != "order_not_found" && code != "login_required" {
			return "", false, err
		}
		return "", false, nil
	}
	offer, err := s.Payments.RefundOffer(ctx, o)
	return o.OrderNo, offer.Open(), err
}
