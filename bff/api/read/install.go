package read

import (
	"context"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/sim/owned"
)

// Installs shows what installs the eSIMs of an order, nothing before it is paid.
func (r *Reader) Installs(ctx context.Context, o order.Order) ([]gen.Install, error) {
	sims, err := r.SIMsOf(ctx, o)
	if err != nil {
		return nil, err
	}
	return r.InstallsWith(ctx, o, sims)
}

// InstallsWith is Installs where the order's SIMs are known.
func (r *Reader) InstallsWith(ctx context.Context, o order.Order, sims []owned.SIM) ([]gen.Install, error) {
	if o.PaidAt == nil {
		return []gen.Install{}, nil
	}
	kits, err := r.SIMs.Installs(ctx, o.ID)
	if err != nil {
		return nil, err
	}
	return view.Installs(kits, o, sims, r.simTimes(ctx))
}
