package owned

import (
	"context"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/offer/validity"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// TopUp is a product that can be added to a SIM, with what the SIM would have then. Data is in megabytes.
type TopUp struct {
	GoodsID string
	After   validity.After
	// Zone is the SIM's.
	Zone *time.Location
}

// TopUps returns what can be added to a SIM of a customer's: the plans that its carrier lists for this very SIM, as far as
// the site sells them. Faults: sim_not_found, carrier_unavailable, and those of Usable (a new SIM is the way on).
func (s *Service) TopUps(ctx context.Context, who Owner, ref string) ([]TopUp, error) {
	sim, err := s.find(ctx, who, ref)
	if err != nil {
		return nil, err
	}
	plans, err := s.offered(ctx, sim)
	if err != nil {
		return nil, err
	}
	goods, err := s.sold(ctx, sim.ID, plans)
	if err != nil {
		return nil, err
	}
	one := []SIM{sim}
	if err := s.addPlansAndCases(ctx, one); err != nil { // After the carrier was asked: the forecast counts what was used until now.
		return nil, err
	}
	waiting, err := s.waiting(ctx, one[0])
	if err != nil {
		return nil, err
	}
	list, now := []TopUp{}, s.Clock.Now()
	for _, g := range goods {
		rule, err := g.rule()
		if err != nil {
			return nil, fmt.Errorf("product %s: %w", g.GoodsID, err)
		}
		list = append(list, TopUp{GoodsID: g.GoodsID, After: validity.Preview(now, waiting, validity.TopUp{
			Effect: validity.Effect(plans[g.PlanRef].Effect), Rule: rule, Data: allowance(plans[g.PlanRef]),
		}), Zone: one[0].Zone()})
	}
	return list, nil
}

// Target is the SIM that a top-up is bought for.
type Target struct {
	SIMID      int64
	ICCIDLast4 string
}

// Target makes sure that a product can be added to a SIM of a customer's. Faults: those of TopUps.
func (s *Service) Target(ctx context.Context, who Owner, ref, goodsID string) (Target, error) {
	sim, err := s.find(ctx, who, ref)
	if err != nil {
		return Target{}, err
	}
	plans, err := s.offered(ctx, sim)
	if err != nil {
		return Target{}, err
	}
	goods, err := s.sold(ctx, sim.ID, plans)
	if err != nil {
		return Target{}, err
	}
	for _, g := range goods {
		if g.GoodsID == goodsID {
			return Target{SIMID: sim.ID, ICCIDLast4: sim.ICCIDLast4}, nil
		}
	}
	return Target{}, fault.New("topup_not_allowed")
}

// Lock locks a SIM against being erased until the transaction ends: whoever erases it skips it, or has come before. Fault:
// topup_not_allowed, when it was erased.
func (s *Service) Lock(ctx context.Context, tx *pg.Tx, simID int64) error {
	var there []int64
	err := tx.WithContext(ctx).Raw(`select id from sim_line where id = ? and erased_at is null for key share`, simID).Scan(&there).Error
	switch {
	case err != nil:
		return fmt.Errorf("lock SIM: %w", err)
	case len(there) == 0:
		return fault.New("topup_not_allowed")
	}
	return nil
}

// topUpPatience is how long a page or a checkout waits for a carrier's catalogue.
const topUpPatience = 1200 * time.Millisecond

// offered are the plans that a SIM's carrier lists for it, by their refs.
func (s *Service) offered(ctx context.Context, sim SIM) (map[string]carrier.Plan, error) {
	if err := s.Usable(ctx, sim.ID); err != nil {
		return nil, err
	}
	ctx, cancel := forPage(ctx, topUpPatience)
	defer cancel()
	c, name, err := s.Profiles.Reach(ctx, sim.ID)
	var list []carrier.Plan
	if err == nil {
		list, err = c.Topups(ctx, name)
	}
	switch class := carrier.ClassOf(err); {
	case err == nil:
	case class == carrier.SIMRetired:
		return nil, fault.New("topup_sim_retired")
	case class == carrier.TopupNotAllowed || class == carrier.NotSupported || class == carrier.NotFound:
		return nil, fault.New("topup_not_allowed")
	default:
		s.Log.WarnContext(ctx, "top-ups not listed", "line", sim.ID, "error", err)
		return nil, fault.New("carrier_unavailable")
	}
	plans := make(map[string]carrier.Plan, len(list))
	for _, p := range list {
		plans[p.Ref] = p
	}
	return plans, nil
}

// product is what a top-up is sold as.
type product struct {
	GoodsID, PlanRef             string
	Days, UseWithinDays          int
	DayRule, DayZone, Activation string
	DataMB                       int64 `gorm:"column:data_mb"`
}

func (p product) rule() (validity.Rule, error) {
	return validity.NewRule(p.Days, p.DayRule, p.DayZone, p.Activation, p.UseWithinDays)
}

// sold are the products of the SIM's site and carrier that stand for plans, the cheapest first. Contracts are not added to a
// SIM that exists.
func (s *Service) sold(ctx context.Context, simID int64, plans map[string]carrier.Plan) ([]product, error) {
	refs := make([]string, 0, len(plans))
	for ref := range plans {
		refs = append(refs, ref)
	}
	return pg.List[product](s.DB.Conn(ctx), "find top-ups that are sold", `
		select p.goods_id, coalesce(nullif(p.plan_ref, ''), p.goods_id) as plan_ref, p.days, p.use_within_days, p.day_rule, p.day_zone,
		    p.activation, p.data_mb
		from product p join sim_line s on s.tenant_id = p.tenant_id and s.carrier = p.carrier
		where s.id = @sim and p.visible and p.contract_period = ''
		  and coalesce(nullif(p.plan_ref, ''), p.goods_id) in (select jsonb_array_elements_text(cast(@refs as jsonb)))
		order by p.price, p.goods_id`, map[string]any{"sim": simID, "refs": pg.AsJSON(refs)})
}

// waiting are the plans of a SIM that run or wait, in the order of their use, as arithmetic takes them.
func (s *Service) waiting(ctx context.Context, sim SIM) ([]validity.Plan, error) {
	open := sim.openPlans()
	ids := make([]string, len(open))
	for i, p := range open {
		ids[i] = p.GoodsID
	}
	rows, err := pg.List[product](s.DB.Conn(ctx), "read plans that wait", `
		select p.goods_id, p.days, p.use_within_days, p.day_rule, p.day_zone, p.activation
		from product p join sim_line s on s.tenant_id = p.tenant_id
		where s.id = @sim and p.goods_id in (select jsonb_array_elements_text(cast(@goods as jsonb)))`,
		map[string]any{"sim": sim.ID, "goods": pg.AsJSON(ids)})
	if err != nil {
		return nil, err
	}
	lengths := map[string]validity.Rule{}
	for _, r := range rows {
		if lengths[r.GoodsID], err = r.rule(); err != nil {
			return nil, fmt.Errorf("product %s: %w", r.GoodsID, err)
		}
	}
	out := make([]validity.Plan, len(open))
	for i, p := range open {
		out[i] = validity.Plan{
			Active: p.State == carrier.PlanActive, EndsAt: p.EndsAt, Left: p.Usage().Data.Remaining, Length: lengths[p.GoodsID],
		}
	}
	return out, nil
}

// allowance is the data of a plan over all its days, nil when it is unlimited.
func allowance(p carrier.Plan) *int64 {
	if p.Unlimited {
		return nil
	}
	mb := p.DataMB
	if p.PerDay {
		mb *= int64(p.Days)
	}
	return &mb
}
