package read

import (
	"context"

	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/sim/owned"
)

// Owner is whose SIMs a call is about; nobody's for a guest.
func Owner(ctx context.Context) owned.Owner {
	call := caller.Of(ctx)
	return owned.Owner{TenantID: call.Tenant.ID, UserID: call.UserID()}
}

// MaySee is whose SIMs a call may see, add plans to and register.
func MaySee(ctx context.Context) owned.Owner {
	call := caller.Of(ctx)
	v := call.Viewer()
	return owned.MaySee(call.Tenant.ID, call.UserID(), v.Buyers(), v.TrackedOrderNo)
}

// SIMList shows SIMs.
func (r *Reader) SIMList(ctx context.Context, who owned.Owner) ([]gen.Sim, error) {
	list, err := r.OwnedSIMs.List(ctx, who)
	if err != nil {
		return nil, err
	}
	extras, err := r.SIMExtras(ctx, list...)
	return view.SIMs(list, extras), err
}

// SIMDetail shows one SIM with its registrations. Fault: sim_not_found.
func (r *Reader) SIMDetail(ctx context.Context, who owned.Owner, ref string) (gen.SimDetail, error) {
	sim, err := r.OwnedSIMs.Detail(ctx, who, ref)
	if err != nil {
		return gen.SimDetail{}, err
	}
	regimes, err := r.OwnedSIMs.Regimes(ctx, sim)
	if err != nil {
		return gen.SimDetail{}, err
	}
	extras, err := r.SIMExtras(ctx, sim)
	return view.SIMDetail(sim, regimes, extras), err
}

// TopUps lists what can be added; that nothing can, or that the carrier is away, is an answer and no refusal.
func (r *Reader) TopUps(ctx context.Context, who owned.Owner, ref string) (gen.TopUps, error) {
	call := caller.Of(ctx)
	list, err := r.OwnedSIMs.TopUps(ctx, who, ref)
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
	goods, err := r.Catalog.Named(ctx, call.Tenant.ID, call.Locale, ids...)
	return view.TopUps(list, view.SIMExtras{Goods: goods, Locale: call.Locale, Zone: call.Tenant.Location}), err
}

// simTimes is what the words about SIMs need where they name no plan and no place.
func (r *Reader) simTimes(ctx context.Context) view.SIMExtras {
	call := caller.Of(ctx)
	return view.SIMExtras{Stale: r.OwnedSIMs.Stale, Now: r.Clock.Now(), Locale: call.Locale, Zone: call.Tenant.Location,
		Places: map[string]string{}}
}

// SIMExtras reads what the views of SIMs show from other modules.
func (r *Reader) SIMExtras(ctx context.Context, list ...owned.SIM) (view.SIMExtras, error) {
	call, extras := caller.Of(ctx), r.simTimes(ctx)
	var ids []string
	for _, sim := range list {
		ids = append(ids, sim.GoodsID)
		for _, p := range sim.Plans {
			ids = append(ids, p.GoodsID)
		}
	}
	places, err := r.Catalog.Destinations(ctx, call.Tenant.ID, call.Locale, "")
	if err != nil {
		return extras, err
	}
	for _, p := range places {
		extras.Places[p.Code] = p.Name
	}
	extras.Goods, err = r.Catalog.Named(ctx, call.Tenant.ID, call.Locale, ids...)
	return extras, err
}
