package order

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Filter is what a member of staff looks for; what is zero does not narrow it.
type Filter struct {
	TenantID int64
	Status   Status
	// Held are orders that wait for a person.
	Held bool
	// Overdue are unpaid orders past their window that nothing holds, and paid ones with something undelivered for longer than Patience.
	Overdue bool
	// ToSend are paid orders with SIM cards that nobody has sent yet, unless something holds them.
	ToSend bool
	// RefundAsked are orders whose buyers wait for staff to decide about a refund.
	RefundAsked bool
	// Keyword is a part of an order number, at least four characters, or the whole e-mail of an order's contact, as people type them.
	Keyword string
	// Newest puts the newest orders first, in place of the oldest.
	Newest bool
	// After is the id of the order that the list continues behind, 0 for its beginning.
	After int64
	Limit int
}

// Patience is how long a paid order may wait for its cards to be sent before it counts as overdue.
const Patience = 48 * time.Hour

// The conditions of a Filter on a row of orders. They say what the partial indexes of migrations say.
const (
	isHeld    = `hold_reason <> ''`
	isOverdue = `id in (
		select id from orders where status = 'waiting_payment' and hold_reason = '' and expires_at <= @now
		union all select id from orders where status = 'processing' and paid_at <= @late)`
	isToSend = `(status in ('processing', 'partially_refunded') and hold_reason = '' and exists (
		select from order_line l where l.order_id = orders.id and l.state = 'preparing' and l.sim_type = 'physical' and l.sim_line_id is null))`
	isAsked = `id in (select order_id from refund where state = 'requested')`
)

// Find lists orders of all customers, oldest first unless the filter says otherwise, in one statement. Faults: invalid_value (an
// unknown status).
func (s *Service) Find(ctx context.Context, f Filter) ([]Order, error) {
	switch f.Status {
	case "", WaitingPayment, Processing, Shipped, Completed, Cancelled, PendingRefund, PartiallyRefunded, Refunded:
	default:
		return nil, fault.New("invalid_value")
	}
	where, isEmail := []string{`true`}, strings.Contains(input.Plain(f.Keyword), "@")
	for _, c := range []struct {
		narrows bool
		sql     string
	}{
		{f.TenantID != 0, `tenant_id = @tenant`},
		{f.Status != "", `status = @status`},
		{f.Held, isHeld},
		{f.Overdue, isOverdue},
		{f.ToSend, isToSend},
		{f.RefundAsked, isAsked},
		{isEmail, `email_normal = @email and email_normal <> ''`},
		{f.Keyword != "" && !isEmail, `@number <> '' and strpos(order_no, @number) > 0`},
		{f.After != 0 && f.Newest, `id < @after`},
		{f.After != 0 && !f.Newest, `id > @after`},
	} {
		if c.narrows {
			where = append(where, c.sql)
		}
	}
	order := `id`
	if f.Newest {
		order = `id desc`
	}
	args := s.moments()
	maps.Copy(args, map[string]any{
		"tenant": f.TenantID, "status": f.Status, "number": numberPart(f.Keyword), "email": NormalEmail(f.Keyword), "after": f.After,
		"limit": f.Limit,
	})
	return readOrders(ctx, s.db.Conn(ctx), strings.Join(where, ` and `)+` order by `+order+` limit @limit`, args)
}

// Todo is how many orders of a site wait for staff, by the parts of Filter that list them.
type Todo struct{ Held, Overdue, ToSend, RefundAsked int }

// CountTodo counts them in one statement.
func (s *Service) CountTodo(ctx context.Context, tenantID int64) (Todo, error) {
	args, of := s.moments(), `(select count(*) from orders where tenant_id = @tenant and `
	args["tenant"] = tenantID
	list, err := pg.List[Todo](s.db.Conn(ctx), "count orders that wait for staff", `select `+of+isHeld+`) as held,
		`+of+isOverdue+`) as overdue, `+of+isToSend+`) as to_send, `+of+isAsked+`) as refund_asked`, args)
	if err != nil {
		return Todo{}, err
	}
	return list[0], nil
}

// moments are the times that the conditions of a Filter compare with.
func (s *Service) moments() map[string]any {
	now := s.clock.Now()
	return map[string]any{"now": now, "late": now.Add(-Patience)}
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
