package api

import (
	"context"
	"net/url"
	"slices"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/sim/lines"
)

// SimList lists the customer's SIMs.
func (s *Server) SimList(ctx context.Context, _ gen.SimListRequestObject) (gen.SimListResponseObject, error) {
	list, err := s.sims(ctx, owner(ctx))
	return gen.SimList200JSONResponse{Envelope: ok(ctx), Data: list}, err
}

// SimDetail shows one SIM of the customer's.
func (s *Server) SimDetail(ctx context.Context, r gen.SimDetailRequestObject) (gen.SimDetailResponseObject, error) {
	shown, err := s.simDetail(ctx, owner(ctx), r.Params.SimId)
	return gen.SimDetail200JSONResponse{Envelope: ok(ctx), Data: shown}, err
}

// SimLink puts a SIM on the customer's list.
func (s *Server) SimLink(ctx context.Context, r gen.SimLinkRequestObject) (gen.SimLinkResponseObject, error) {
	l, err := s.Lines.Link(ctx, owner(ctx), lines.Card{
		ICCID: r.Body.Iccid, Phone: r.Body.Phone, Code: r.Body.Code, Session: caller.Of(ctx).User().Session.ID,
	}, account.Mobile)
	if err != nil {
		return nil, err
	}
	beside, err := s.besideSIMs(ctx, l)
	return gen.SimLink200JSONResponse{Envelope: ok(ctx), Data: view.SIM(l, beside)}, err
}

// SimUnlink takes a SIM off the customer's list.
func (s *Server) SimUnlink(ctx context.Context, r gen.SimUnlinkRequestObject) (gen.SimUnlinkResponseObject, error) {
	return gen.SimUnlink200JSONResponse{Envelope: ok(ctx)}, s.Lines.Unlink(ctx, owner(ctx), r.Body.SimId)
}

// SimRealname hands a registration over to the SIM's carrier. A guest may not know whose a SIM is: one that belongs to no order
// which this browser may see asks for a login.
func (s *Server) SimRealname(ctx context.Context, r gen.SimRealnameRequestObject) (gen.SimRealnameResponseObject, error) {
	b, _, err := open[gen.RealnameBody](ctx, s, "SimRealname", r.Body)
	if err != nil {
		return nil, err
	}
	c, err := s.Lines.Register(ctx, maySee(ctx), b.SimId, lines.Registration{
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
	list, err := s.topUps(ctx, owner(ctx), r.Params.SimId)
	return gen.SimTopups200JSONResponse{Envelope: ok(ctx), Data: list}, err
}

// AccountSims gathers the page of the customer's SIMs, with one of them where the address names it.
func (s *Source) AccountSims(ctx context.Context, a pages.Ask) (gen.AccountSimsPage, error) {
	if caller.Of(ctx).UserID() == 0 {
		return gen.AccountSimsPage{}, fault.New("login_required")
	}
	ref := a.Query.Get("simId")
	if ref == "" {
		list, err := s.sims(ctx, owner(ctx))
		return gen.AccountSimsPage{Items: list}, err
	}
	shown, err := s.simDetail(ctx, owner(ctx), ref)
	if err != nil {
		return gen.AccountSimsPage{}, notFound(err, "sim_not_found")
	}
	topUps, err := s.topUps(ctx, owner(ctx), ref)
	return gen.AccountSimsPage{Items: []gen.Sim{shown.Sim}, Selected: &shown, TopUps: &topUps}, err
}

// OrderSims gathers the SIMs of an order, for whoever may see it, with one of them where the address names it or there is only one.
func (s *Source) OrderSims(ctx context.Context, a pages.Ask) (gen.OrderSimsPage, error) {
	o, err := s.seen(ctx, a.Params[pages.ParamOrderNo])
	if err != nil {
		return gen.OrderSimsPage{}, notFound(err, "order_not_found")
	}
	who := maySee(ctx)
	who.OrderID = o.ID
	list, err := s.sims(ctx, who)
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
	shown, err := s.simDetail(ctx, who, ref)
	if err != nil {
		return gen.OrderSimsPage{}, err
	}
	topUps, err := s.topUps(ctx, who, ref)
	out.Selected, out.TopUps = &shown, &topUps
	return out, err
}

// atSIM leads to a SIM that nothing can be added to, which says why: among the customer's, or among those of the order that it was
// bought with. Whoever may not see it is led to the customer's.
func (s *Source) atSIM(ctx context.Context, locale, ref string) error {
	to := pages.RedirectTo(pages.AccountSims, locale, nil)
	orderNo, err := s.Lines.BoughtWith(ctx, maySee(ctx), ref)
	if err != nil {
		if fault.Code(err) == "sim_not_found" {
			return to
		}
		return err
	}
	if _, err := s.Lines.BoughtWith(ctx, owner(ctx), ref); fault.Code(err) == "sim_not_found" && orderNo != "" {
		to = pages.RedirectTo(pages.OrderSims, locale, map[string]string{pages.ParamOrderNo: orderNo})
	}
	to.To += "?" + url.Values{"simId": {ref}}.Encode()
	return to
}

// owner is whose SIMs a call is about; nobody's for a guest.
func owner(ctx context.Context) lines.Owner {
	call := caller.Of(ctx)
	return lines.Owner{TenantID: call.Tenant.ID, UserID: call.UserID()}
}

// maySee is whose SIMs a call may see, add plans to and register.
func maySee(ctx context.Context) lines.Owner {
	call := caller.Of(ctx)
	v := call.Viewer()
	return lines.MaySee(call.Tenant.ID, call.UserID(), v.Buyers(), v.TrackedOrderNo)
}

func (s *Server) sims(ctx context.Context, who lines.Owner) ([]gen.Sim, error) {
	list, err := s.Lines.List(ctx, who)
	if err != nil {
		return nil, err
	}
	beside, err := s.besideSIMs(ctx, list...)
	return view.SIMs(list, beside), err
}

func (s *Server) simDetail(ctx context.Context, who lines.Owner, ref string) (gen.SimDetail, error) {
	l, err := s.Lines.Detail(ctx, who, ref)
	if err != nil {
		return gen.SimDetail{}, err
	}
	regimes, err := s.Lines.Regimes(ctx, l)
	if err != nil {
		return gen.SimDetail{}, err
	}
	beside, err := s.besideSIMs(ctx, l)
	return view.SIMDetail(l, regimes, beside), err
}

// topUps lists what can be added; that nothing can, or that the carrier is away, is an answer and no refusal.
func (s *Server) topUps(ctx context.Context, who lines.Owner, ref string) (gen.TopUps, error) {
	call := caller.Of(ctx)
	list, err := s.Lines.TopUps(ctx, who, ref)
	switch code := fault.Code(err); code {
	case "topup_not_allowed", "topup_sim_deleted", "topup_sim_retired", "topup_sim_reissuing", "carrier_unavailable":
		return view.NoTopUps(code, call.Locale), nil
	}
	if err != nil {
		return gen.TopUps{}, err
	}
	ids := make([]string, len(list))
	for i, t := range list {
		ids[i] = t.GoodsID
	}
	goods, err := s.Catalog.Named(ctx, call.Tenant.ID, call.Locale, ids...)
	return view.TopUps(list, view.SIMBeside{Goods: goods, Locale: call.Locale, Zone: call.Tenant.Location}), err
}

// simTimes is what the words about SIMs need where they name no plan and no place.
func (s *Server) simTimes(ctx context.Context) view.SIMBeside {
	call := caller.Of(ctx)
	return view.SIMBeside{Stale: s.Lines.Stale, Now: s.Clock.Now(), Locale: call.Locale, Zone: call.Tenant.Location, Places: map[string]string{}}
}

func (s *Server) besideSIMs(ctx context.Context, list ...lines.Line) (view.SIMBeside, error) {
	call, beside := caller.Of(ctx), s.simTimes(ctx)
	var ids []string
	for _, l := range list {
		ids = append(ids, l.GoodsID)
		for _, p := range l.Plans {
			ids = append(ids, p.GoodsID)
		}
	}
	places, err := s.Catalog.Destinations(ctx, call.Tenant.ID, call.Locale, "")
	if err != nil {
		return beside, err
	}
	for _, p := range places {
		beside.Places[p.Code] = p.Name
	}
	beside.Goods, err = s.Catalog.Named(ctx, call.Tenant.ID, call.Locale, ids...)
	return beside, err
}
