package owned

import (
	"context"
	_ "embed"
	"fmt"

	"gorm.io/gorm"

	"github.com/roamcart/roamcart/bff/offer/validity"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// maxListed is how many SIMs a list shows, the newest first.
const maxListed = 100

// ownedIDs are the ids of the SIMs on the list of @user at site @tenant, and of those that were bought with an order of @buyers
// or @tracked and are on the list of nobody else. Each way to an order is a query of its own, because each has its own index.
const ownedIDs = `
	select s.id from sim_line s where s.tenant_id = @tenant and s.user_id = @user and s.revoked_at is null
	union all
	select s.id from (
	    select id from orders where tenant_id = @tenant and user_id = @user
	    union select id from orders where tenant_id = @tenant and owner in (select jsonb_array_elements_text(cast(@buyers as jsonb)))
	    union select id from orders where tenant_id = @tenant and order_no = @tracked and @tracked <> ''
	) o join order_line ol on ol.order_id = o.id join sim_line s on s.order_line_id = ol.id
	where s.user_id is null and s.unlinked_at is null and s.revoked_at is null`

// args adds what ownedIDs asks for.
func (o Owner) args(more map[string]any) map[string]any {
	more["tenant"], more["user"], more["tracked"], more["order"] = o.TenantID, o.UserID, o.TrackedOrderNo, o.OrderID
	more["buyers"] = pg.AsJSON(append([]string{}, o.Buyers...))
	return more
}

// List returns a customer's SIMs, each with its plans and registrations. Readings that are old are renewed first, as far as
// the carriers answer in time.
func (s *Service) List(ctx context.Context, who Owner) ([]SIM, error) {
	list, err := s.read(ctx, who, "")
	if err != nil {
		return nil, err
	}
	if s.refresh(ctx, listPatience, list) {
		if list, err = s.read(ctx, who, ""); err != nil {
			return nil, err
		}
	}
	return list, s.addPlansAndCases(ctx, list)
}

// Detail returns one SIM of a customer's. Fault: sim_not_found.
func (s *Service) Detail(ctx context.Context, who Owner, ref string) (SIM, error) {
	sim, err := s.find(ctx, who, ref)
	if err != nil {
		return SIM{}, err
	}
	if s.refresh(ctx, detailPatience, []SIM{sim}) {
		if sim, err = s.find(ctx, who, ref); err != nil {
			return SIM{}, err
		}
	}
	one := []SIM{sim}
	if err := s.addPlansAndCases(ctx, one); err != nil {
		return SIM{}, err
	}
	if s.refreshRegistrations(ctx, one[0]) {
		one[0].Plans, one[0].Cases = nil, nil
		err = s.addPlansAndCases(ctx, one)
	}
	return one[0], err
}

// Stale reports whether the reading of a SIM is older than it should be: the carrier did not answer.
func (s *Service) Stale(sim SIM) bool { return len(sim.Plans) > 0 && s.needsRefresh(sim) }

// needsRefresh reports whether the last reading of a SIM is older than Fresh.
func (s *Service) needsRefresh(sim SIM) bool {
	return sim.RetiredAt == nil && sim.ErasedAt == nil && (sim.SyncedAt == nil || s.Clock.Now().Sub(*sim.SyncedAt) >= s.Fresh)
}

// BoughtWith returns the number of the order that a SIM was bought with, "" for none. Fault: sim_not_found.
func (s *Service) BoughtWith(ctx context.Context, who Owner, ref string) (orderNo string, err error) {
	sim, err := s.find(ctx, who, ref)
	if err != nil || sim.BoughtLine == 0 {
		return "", err
	}
	err = s.DB.Conn(ctx).Raw(`select o.order_no from orders o join order_line l on l.order_id = o.id where l.id = ?`, sim.BoughtLine).Scan(&orderNo).Error
	if err != nil {
		return "", fmt.Errorf("read order of SIM: %w", err)
	}
	return orderNo, nil
}

// find returns a customer's SIM without its plans. Fault: sim_not_found.
func (s *Service) find(ctx context.Context, who Owner, ref string) (SIM, error) {
	if ref == "" {
		return SIM{}, fault.New("sim_not_found")
	}
	found, err := s.read(ctx, who, ref)
	if err != nil {
		return SIM{}, err
	}
	if len(found) == 0 {
		return SIM{}, fault.New("sim_not_found")
	}
	return found[0], nil
}

// row is a SIM with what its product says of days; Days is nil when the product is gone.
type row struct {
	SIM
	Days, UseWithinDays          *int
	DayRule, DayZone, Activation string
}

// read returns the SIMs of a customer, or the one with a ref.
func (s *Service) read(ctx context.Context, who Owner, ref string) ([]SIM, error) {
	return s.query(ctx, `s.id in (`+ownedIDs+`) and @ref in ('', s.ref) and cast(@order as bigint) in (0, coalesce(bought.id, 0))`,
		who.args(map[string]any{"ref": ref}))
}

// OfOrders returns the SIMs that were bought with orders, with their plans and registrations as they were read last, whoever has
// them now. It asks no carrier.
func (s *Service) OfOrders(ctx context.Context, orderIDs ...int64) ([]SIM, error) {
	if len(orderIDs) == 0 {
		return nil, nil
	}
	list, err := s.query(ctx, `bought.id = any(cast(@orders as bigint[])) and s.revoked_at is null`,
		Owner{}.args(map[string]any{"orders": pg.Array(orderIDs)}))
	if err != nil {
		return nil, err
	}
	return list, s.addPlansAndCases(ctx, list)
}

// ToppedUp returns the SIMs that the top-ups of an order were added to, as OfOrders returns SIMs.
func (s *Service) ToppedUp(ctx context.Context, orderID int64) ([]SIM, error) {
	list, err := s.query(ctx, `s.id in (select sim_line_id from order_line where order_id = @order) and s.revoked_at is null`,
		Owner{OrderID: orderID}.args(map[string]any{}))
	if err != nil {
		return nil, err
	}
	return list, s.addPlansAndCases(ctx, list)
}

//go:embed sims.sql
var simsSQL string

// query returns the SIMs that meet a condition, the newest first.
func (s *Service) query(ctx context.Context, condition string, args map[string]any) ([]SIM, error) {
	args["most"] = maxListed
	rows, err := pg.List[row](s.DB.Conn(ctx), "read SIMs", simsSQL+`
		where `+condition+`
		order by s.created_at desc, s.id desc
		limit @most`, args)
	if err != nil {
		return nil, err
	}
	list := make([]SIM, len(rows))
	for i, r := range rows {
		if list[i], err = r.toSIM(); err != nil {
			return nil, fmt.Errorf("SIM %d: %w", r.ID, err)
		}
	}
	return list, nil
}

// toSIM returns the SIM with its rule.
func (r row) toSIM() (SIM, error) {
	if r.Days == nil {
		return r.SIM, nil
	}
	rule, err := validity.NewRule(*r.Days, r.DayRule, r.DayZone, r.Activation, *r.UseWithinDays)
	r.SIM.Rule = &rule
	return r.SIM, err
}

// addPlansAndCases adds plans and registrations to SIMs.
func (s *Service) addPlansAndCases(ctx context.Context, list []SIM) error {
	if len(list) == 0 {
		return nil
	}
	at, ids := map[int64]int{}, make([]int64, len(list))
	for i, sim := range list {
		at[sim.ID], ids[i] = i, sim.ID
	}
	db := s.DB.Conn(ctx)
	plans, err := listBySIM[Plan](db, `
		select id, line_id, goods_id, plan_ref, state, started_at, ends_at, total_bytes, remaining_bytes, voice_total, voice_left, sms_total, sms_left, as_of
		from plan_instance`, `position, id`, ids)
	if err != nil {
		return fmt.Errorf("read plans: %w", err)
	}
	for _, p := range plans {
		i := at[p.SIMID]
		list[i].Plans = append(list[i].Plans, p)
	}
	cases, err := listBySIM[Case](db, `
		select id, line_id, regime, state, reason_code, doc_type, doc_last4, attempt, expires_at, updated_at from kyc_case`,
		`regime`, ids)
	if err != nil {
		return fmt.Errorf("read registrations: %w", err)
	}
	for _, c := range cases {
		i := at[c.SIMID]
		list[i].Cases = append(list[i].Cases, c)
	}
	return nil
}

// listBySIM returns the rows that belong to SIMs, in the order of the SIMs and then as order says.
func listBySIM[T any](db *gorm.DB, sel, order string, simIDs []int64) ([]T, error) {
	var out []T
	err := db.Raw(sel+` where line_id = any(cast(? as bigint[])) order by line_id, `+order, pg.Array(simIDs)).Scan(&out).Error
	return out, err
}
