package read

import (
	"context"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/sim/owned"
)

// Registrations say, by the ids of goods, what has to be registered before they can be used and how that goes on; goods that need
// no registration are missing. The rules are read once, and only when there are goods that need one.
func (r *Reader) Registrations(ctx context.Context, locale string, goods map[string]catalog.Goods) (map[string]string, error) {
	var codes []string
	for _, g := range goods {
		codes = append(codes, g.RealName...)
	}
	rules, err := r.OwnedSIMs.Rules(ctx, codes)
	if err != nil {
		return nil, err
	}
	byCode := map[string]owned.Regime{}
	for _, r := range rules {
		byCode[r.Code] = r
	}
	notes := map[string]string{}
	for id, g := range goods {
		var own []owned.Regime
		for _, code := range g.RealName {
			if r, ok := byCode[code]; ok {
				own = append(own, r)
			}
		}
		if len(own) > 0 {
			notes[id] = view.RegistrationNote(g, own, locale)
		}
	}
	return notes, nil
}

// AddRegistrations adds to the lines of a budget what has to be registered; a top-up goes to a SIM that has been.
func (r *Reader) AddRegistrations(ctx context.Context, tenantID int64, locale string, b gen.Budget) (gen.Budget, error) {
	ids := make([]string, len(b.Lines))
	for i, l := range b.Lines {
		ids[i] = l.GoodsId
	}
	goods, err := r.Catalog.Named(ctx, tenantID, locale, ids...)
	if err != nil {
		return gen.Budget{}, err
	}
	notes, err := r.Registrations(ctx, locale, goods)
	if err != nil {
		return gen.Budget{}, err
	}
	for i, l := range b.Lines {
		if l.SimId == "" {
			b.Lines[i].Registration = notes[l.GoodsId]
		}
	}
	return b, nil
}
