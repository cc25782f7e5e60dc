package order

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Filter is what a member of staff looks for; what is zero does not narrow it.
type Filter struct {
	TenantID int64
	Status   Status
	// Held are orders that wait for a person.
	Held bool
	// Overdue are unpaid orders past their window, and paid ones with something undelivered for longer than Patience.
	Overdue bool
	Limit   int
}

// Patience is how long a paid order may wait for its cards to be sent before it counts as overdue.
const Patience = 48 * time.Hour

// Find lists orders of all customers, oldest first, in two statements. Fault: invalid_value (an unknown status).
func (s *Service) Find(ctx context.Context, f Filter) ([]Order, error) {
	switch f.Status {
	case "", WaitingPayment, Processing, Shipped, Completed, Cancelled, PendingRefund, PartiallyRefunded, Refunded:
	default:
		return nil, fault.New("invalid_value")
	}
	now := s.clock.Now()
	return readOrders(ctx, s.db.Conn(ctx), `(@tenant = 0 or tenant_id = @tenant) and (@status = '' or status = @status)
		and (not @held or hold_reason <> '')
		and (not @overdue or (status = 'waiting_payment' and expires_at <= @now) or (status = 'processing' and paid_at <= @late))
		order by id limit @limit`,
		map[string]any{"tenant": f.TenantID, "status": f.Status, "held": f.Held, "overdue": f.Overdue, "now": now,
			"late": now.Add(-Patience), "limit": f.Limit})
}

// ByNumber reads an order for a member of staff. tenantID may be 0 where the number is enough.
// Faults: order_not_found.
func (s *Service) ByNumber(ctx context.Context, tenantID int64, orderNo string) (Order, error) {
	no, ok := NormalNumber(orderNo)
	if !ok {
		return Order{}, fault.New("order_not_found")
	}
	found, err := readOrders(ctx, s.db.Conn(ctx), `order_no = ? and cast(? as bigint) in (0, tenant_id)`, no, tenantID)
	if err != nil {
		return Order{}, err
	}
	switch len(found) {
	case 0:
		return Order{}, fault.New("order_not_found")
	case 1:
		return found[0], nil
	}
	return Order{}, fmt.Errorf("several sites have an order %s; name the site with --tenant", no)
}

// Entry is a row of an order's audit log.
type Entry struct {
	At        time.Time       `json:"at"`
	Actor     string          `json:"actor"`
	Action    string          `json:"action"`
	FromState string          `json:"from,omitempty"`
	ToState   string          `json:"to,omitempty"`
	Detail    json.RawMessage `json:"detail,omitempty"`
}

// History returns what was done to an order, oldest first.
func (s *Service) History(ctx context.Context, orderID int64) ([]Entry, error) {
	return pg.List[Entry](s.db.Conn(ctx), "read history", `
		select at, actor, action, from_state, to_state, nullif(detail, '{}') as detail from audit_log
		where entity = 'order' and entity_id = ? order by id`, fmt.Sprint(orderID))
}
