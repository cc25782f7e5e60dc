package api

import (
	"context"

	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/read"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/sim/owned"
)

// SimList lists the customer's SIMs.
func (s *Server) SimList(ctx context.Context, _ gen.SimListRequestObject) (gen.SimListResponseObject, error) {
	list, err := s.SIMList(ctx, read.Owner(ctx))
	return gen.SimList200JSONResponse{Envelope: ok(ctx), Data: list}, err
}

// SimDetail shows one SIM of the customer's.
func (s *Server) SimDetail(ctx context.Context, r gen.SimDetailRequestObject) (gen.SimDetailResponseObject, error) {
	shown, err := s.SIMDetail(ctx, read.Owner(ctx), r.Params.SimId)
	return gen.SimDetail200JSONResponse{Envelope: ok(ctx), Data: shown}, err
}

// SimLink puts a SIM on the customer's list.
func (s *Server) SimLink(ctx context.Context, r gen.SimLinkRequestObject) (gen.SimLinkResponseObject, error) {
	sim, err := s.OwnedSIMs.Link(ctx, read.Owner(ctx), owned.LinkForm{
		ICCID: r.Body.Iccid, Phone: caller.Of(ctx).Phone(r.Body.Phone), Code: r.Body.Code, Session: caller.Of(ctx).User().Session.ID,
		Network: caller.Of(ctx).Network,
	})
	if err != nil {
		return nil, err
	}
	extras, err := s.SIMExtras(ctx, sim)
	return gen.SimLink200JSONResponse{Envelope: ok(ctx), Data: view.SIM(sim, extras)}, err
}

// SimUnlink takes a SIM off the customer's list.
func (s *Server) SimUnlink(ctx context.Context, r gen.SimUnlinkRequestObject) (gen.SimUnlinkResponseObject, error) {
	return gen.SimUnlink200JSONResponse{Envelope: ok(ctx)}, s.OwnedSIMs.Unlink(ctx, read.Owner(ctx), r.Body.SimId)
}

// SimRealname hands a registration over to the SIM's carrier. A guest may not know whose a SIM is: one that belongs to no order
// which this browser may see asks for a login.
func (s *Server) SimRealname(ctx context.Context, r gen.SimRealnameRequestObject) (gen.SimRealnameResponseObject, error) {
	b, _, err := open[gen.RealnameBody](ctx, s, "SimRealname", r.Body)
	if err != nil {
		return nil, err
	}
	c, err := s.OwnedSIMs.Register(ctx, read.MaySee(ctx), b.SimId, owned.Registration{
		Regime: b.Regime, DocumentType: b.DocumentType, DocumentNumber: b.DocumentNumber, FirstName: b.FirstName, LastName: b.LastName,
		LocalName: b.LocalName, BirthDate: b.BirthDate, DocumentExpiry: b.DocumentExpiry,
	})
	if fault.Code(err) == "sim_not_found" && caller.Of(ctx).UserID() == 0 {
		err = fault.New("login_required")
	}
	return gen.SimRealname200JSONResponse{Envelope: ok(ctx), Data: view.RealName(b.SimId, c, caller.Of(ctx).Locale)}, err
}

// SimTopups lists what can be added to a SIM of the customer's.
func (s *Server) SimTopups(ctx context.Context, r gen.SimTopupsRequestObject) (gen.SimTopupsResponseObject, error) {
	list, err := s.TopUps(ctx, read.Owner(ctx), r.Params.SimId)
	return gen.SimTopups200JSONResponse{Envelope: ok(ctx), Data: list}, err
}
