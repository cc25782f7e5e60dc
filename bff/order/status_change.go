package order

import (
	"maps"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Actors of the audit log besides customers and staff: the payment provider, and the shop's own clock and delivery.
const (
	ByProvider = "provider"
	BySystem   = "system"
)

// StaffActor returns how a member of staff stands in the audit log.
func StaffActor(name string) string { return "staff:" + name }

// change is a guarded update of an order's status. An order that gives money back while it is on its way keeps its timestamps, so
// that the stepper still shows how far it came.
//
//	submit ─ waiting_payment ─ paid ─ processing ─ deliver, ship ─ shipped ─ complete ─ completed
//	                │                     │                          │                     │
//	                cancel                └── ask refund: pending_refund ── refuse: back ──┘
//	                │                     └── refund: partially_refunded, refunded ────────┘
//	            cancelled
type change struct {
	action string
	from   Status
	to     Status
	actor  string
	// set are further columns to set, and guard what must hold besides the status; both may use the named args.
	set, guard string
	args       map[string]any
	// cte is a common table expression that changes other rows, whether or not the order moves: "name as (...), ".
	cte    string
	detail map[string]any
}

// transition makes a change and writes its audit row, in one statement. It reports false, and does nothing, when
// the order was not in the status that the change leaves, or the guard did not hold.
func (s *Service) transition(conn pg.Conn, orderID int64, c change) (bool, error) {
	if c.guard == "" {
		c.guard = "true"
	}
	detail := c.detail
	if detail == nil {
		detail = map[string]any{}
	}
	args := map[string]any{
		"order": orderID, "now": s.clock.Now(), "actor": c.actor, "action": c.action, "from": c.from, "to": c.to,
		"detail": pg.AsJSON(detail),
	}
	maps.Copy(args, c.args)
	moved, err := pg.List[int64](conn, c.action+" order", `
		with `+c.cte+`moved as (
		    update orders set status = @to, `+c.set+`
		    where id = @order and status = @from and (`+c.guard+`)
		    returning id, tenant_id
		), audited as (
		    insert into audit_log (tenant_id, at, actor, entity, entity_id, action, from_state, to_state, detail)
		    select tenant_id, @now, @actor, 'order', id::text, @action, @from, @to, @detail from moved
		)
		select id from moved`, args)
	return len(moved) > 0, err
}
