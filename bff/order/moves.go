package order

import (
	"fmt"
	"maps"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Role is who moves an order, as an audit row's actor tells.
type Role string

// The four roles. A customer is a browser or a user, staff are members of staff, the provider speaks through
// payments, and the system is the shop's own clock and delivery.
const (
	ByCustomer Role = "customer"
	ByStaff    Role = "staff"
	ByProvider Role = "provider"
	BySystem   Role = "system"
)

// StaffActor is how a member of staff stands in the audit log.
func StaffActor(name string) string { return "staff:" + name }

// Move is one row of the transition table.
type Move struct {
	Action string
	From   Status
	To     Status
	// By are the roles that may do it.
	By []Role
}

// Moves is the transition table: what is not in it does not happen. An order that gives money back while it is on its way
// keeps its timestamps, so the stepper goes on telling how far it came.
//
//	submit ─ waiting_payment ─ paid ─ processing ─ deliver, ship ─ shipped ─ complete ─ completed
//	                │                     │                          │                     │
//	                cancel                └── ask refund: pending_refund ── refuse: back ──┘
//	                │                     └── refund: partially_refunded, refunded ────────┘
//	            cancelled
var Moves = moves()

func moves() []Move {
	list := []Move{
		{"submit", "", WaitingPayment, []Role{ByCustomer}},
		{"paid", WaitingPayment, Processing, []Role{ByProvider}},
		{"cancel", WaitingPayment, Cancelled, []Role{ByCustomer, ByStaff, BySystem}},
		{"deliver", Processing, Shipped, []Role{BySystem}},
		{"ship", Processing, Shipped, []Role{ByStaff}},
		{"complete", Shipped, Completed, []Role{ByStaff, BySystem}},
		{"refund", PendingRefund, PartiallyRefunded, anybody},
		{"refund", PendingRefund, Refunded, anybody},
		{"refund", PartiallyRefunded, Refunded, anybody},
		{"ask refund", PartiallyRefunded, PendingRefund, anybody},
		{"refuse refund", PendingRefund, PartiallyRefunded, []Role{ByStaff, ByProvider}},
	}
	for _, from := range []Status{Processing, Shipped, Completed} {
		list = append(list,
			Move{"refund", from, PartiallyRefunded, anybody}, Move{"refund", from, Refunded, anybody},
			Move{"ask refund", from, PendingRefund, anybody},
			Move{"refuse refund", PendingRefund, from, []Role{ByStaff, ByProvider}},
			// A refund that the payer's bank returns undoes what it did.
			Move{"refuse refund", PartiallyRefunded, from, []Role{ByProvider}}, Move{"refuse refund", Refunded, from, []Role{ByProvider}})
	}
	return list
}

var anybody = []Role{ByCustomer, ByStaff, ByProvider, BySystem}

// change is a guarded update of an order's status.
type change struct {
	action string
	from   Status
	to     Status
	actor  string
	// set are further columns to set, and guard what must hold besides the status; both may use the named args.
	set, guard string
	args       map[string]any
	detail     map[string]any
}

// move makes a change of the table and writes its audit row, in one statement. It reports false, and does nothing, when
// the order was not in the status that the change leaves, or the guard did not hold.
func (s *Service) move(tx *pg.Tx, orderID int64, c change) (bool, error) {
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
	var moved []int64
	err := tx.Raw(`
		with moved as (
		    update orders set status = @to, `+c.set+`
		    where id = @order and status = @from and (`+c.guard+`)
		    returning id, tenant_id
		), audited as (
		    insert into audit_log (tenant_id, at, actor, entity, entity_id, action, from_state, to_state, detail)
		    select tenant_id, @now, @actor, 'order', id::text, @action, @from, @to, @detail from moved
		)
		select id from moved`, args).Scan(&moved).Error
	if err != nil {
		return false, fmt.Errorf("%s order: %w", c.action, err)
	}
	return len(moved) > 0, nil
}
