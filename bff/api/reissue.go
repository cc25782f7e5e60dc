package api

import (
	"context"
	"fmt"

	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/sim/lines"
)

// SimReissue asks for a new profile for an eSIM. A guest may not know whose a SIM is: one that belongs to no order which this
// browser may see asks for a login.
func (s *Server) SimReissue(ctx context.Context, r gen.SimReissueRequestObject) (gen.SimReissueResponseObject, error) {
	actor := "guest"
	if id := caller.Of(ctx).UserID(); id != 0 {
		actor = fmt.Sprintf("u:%d", id)
	}
	l, err := s.Lines.AskReissue(ctx, maySee(ctx), r.Body.SimId, r.Body.IccidLast4, actor)
	if fault.Code(err) == "sim_not_found" && caller.Of(ctx).UserID() == 0 {
		err = fault.New("login_required")
	}
	return gen.SimReissue200JSONResponse{Envelope: ok(ctx), Data: view.ReissueStatus(l, s.Clock.Now())}, err
}

// Reissue gathers the page on which a new eSIM is asked for, for whoever may see the SIM.
func (s *Source) Reissue(ctx context.Context, a pages.Ask) (gen.ReissuePage, error) {
	l, err := s.Lines.ForReissue(ctx, maySee(ctx), a.Params[pages.ParamSim])
	if err != nil {
		return gen.ReissuePage{}, notFound(err, "sim_not_found")
	}
	beside, err := s.besideSIMs(ctx, l)
	if err != nil {
		return gen.ReissuePage{}, err
	}
	page := view.Reissue(l, beside)
	page.OrderNo, page.Refund, err = s.orderOf(ctx, l)
	return page, err
}

// orderOf returns the number of the order that a SIM was bought with, "" where the caller may not see it, and whether money of it
// can be asked back.
func (s *Source) orderOf(ctx context.Context, l lines.Line) (orderNo string, refund bool, err error) {
	o, err := s.seen(ctx, l.BoughtNo)
	if err != nil {
		if code := fault.Code(err); code != "order_not_found" && code != "login_required" {
			return "", false, err
		}
		return "", false, nil
	}
	offer, err := s.Payments.RefundOffer(ctx, o)
	return o.OrderNo, offer.Open(), err
}
