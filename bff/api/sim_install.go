package api

import (
	"context"
	"strconv"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/read"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// SimInstall returns what is needed to install one eSIM of an order, or a SIM of the customer's that was bought with one.
// The answer holds a secret.
func (s *Server) SimInstall(ctx context.Context, r gen.SimInstallRequestObject) (gen.SimInstallResponseObject, error) {
	if r.Params.SimId != "" {
		sim, err := s.OwnedSIMs.Detail(ctx, read.Owner(ctx), r.Params.SimId)
		if err != nil {
			return nil, err
		}
		if sim.OrderNo == "" {
			return nil, fault.New("sim_not_found")
		}
		r.Params.OrderNo, r.Params.LineId, r.Params.Unit = sim.OrderNo, strconv.FormatInt(sim.OrderLineID, 10), sim.Unit
	}
	o, err := s.FindOrder(ctx, r.Params.OrderNo)
	if err != nil {
		return nil, err
	}
	kits, err := s.Installs(ctx, o)
	if err != nil {
		return nil, err
	}
	for _, k := range kits {
		if (r.Params.LineId == "" || r.Params.LineId == k.LineId) && (r.Params.Unit == 0 || r.Params.Unit == k.Unit) {
			return gen.SimInstall200JSONResponse{Envelope: ok(ctx), Data: k}, nil
		}
	}
	if len(kits) > 0 || !o.HasESIM() {
		return nil, fault.New("sim_not_found")
	}
	why, _ := view.NothingToInstall(o)
	return nil, fault.New("install_not_ready").WithText(why)
}
