package owned

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// ToRegister is a SIM of an order that has to be registered before it can be used.
type ToRegister struct {
	// Ref is the SIM's name in calls and addresses.
	Ref string
	// RealName is Rejected or NotVerified.
	RealName RealName
}

//go:embed to_register.sql
var toRegisterSQL string

// ToRegister returns, by the id of the order's line, a SIM of each line of orders for which its owner still has to do something
// about its registration; one that was rejected stands before one that was never sent in. Nothing is to be done for SIMs that are
// under review, verified, in use already, asked back, or gone.
func (s *Service) ToRegister(ctx context.Context, orderIDs ...int64) (map[int64]ToRegister, error) {
	found := map[int64]ToRegister{}
	if len(orderIDs) == 0 {
		return found, nil
	}
	var rows []struct {
		OrderLineID int64
		Ref         string
		Running     bool
		Regimes     pg.JSON[[]string]
		Cases       pg.JSON[[]Case]
	}
	err := s.DB.Conn(ctx).Raw(toRegisterSQL, map[string]any{"orders": pg.Array(orderIDs)}).Scan(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("read registrations of orders: %w", err)
	}
	for _, r := range rows {
		sim := SIM{Regimes: r.Regimes.V, Cases: r.Cases.V}
		if r.Running {
			sim.Plans = []Plan{{State: carrier.PlanActive}}
		}
		before, known := found[r.OrderLineID]
		if sim.State() == RealNameNeeded && (!known || (sim.RealName() == Rejected && before.RealName != Rejected)) {
			found[r.OrderLineID] = ToRegister{Ref: r.Ref, RealName: sim.RealName()}
		}
	}
	return found, nil
}
