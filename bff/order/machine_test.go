package order_test

import (
	"context"
	"flag"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/offer"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// machine does everything that can be done to orders, in any order, by anybody. After every step the ledger must add up and
// every move must stand in the transition table.
type machine struct {
	*moduletest.Fixture
	numbers []int64
	orders  []int64
}

// allowedRefusals are the codes with which a call may be refused; any other error fails the test.
var allowedRefusals = map[string]bool{
	"stock_unavailable": true, "sold_out": true, "promo_used_up": true, "promo_already_used": true, "promo_not_usable": true, "price_changed": true,
	"number_taken": true, "number_hold_expired": true, "order_held": true, "order_not_held": true, "order_over": true,
	"order_not_shippable": true, "order_not_shipped": true, "nothing_to_ship": true,
}

func (m *machine) refused(t *rapid.T, doing string, err error) bool {
	if err != nil && !allowedRefusals[fault.Code(err)] {
		t.Fatalf("%s: %v", doing, err)
	}
	return err != nil
}

func (m *machine) drawOrder(t *rapid.T) int64 {
	if len(m.orders) == 0 {
		t.Skip("no order yet")
	}
	return rapid.SampledFrom(m.orders).Draw(t, "order")
}

func (m *machine) place(t *rapid.T) {
	goods := rapid.SampledFrom([]string{"monthly", "scarce", "dated"}).Draw(t, "goods")
	s := m.Submission(goods, rapid.IntRange(1, 2).Draw(t, "quantity"), 0)
	if goods == "dated" {
		s.Item.StartDate = m.Clock.Now().AddDate(0, 0, rapid.IntRange(1, 300).Draw(t, "days")).Format(time.DateOnly)
	}
	s.Item.SimType = rapid.SampledFrom([]string{"esim", "physical"}).Draw(t, "sim")
	if s.Item.SimType == "physical" {
		s.Address = &order.Address{FullName: "Ada", Country: "HK", AddressLine1: "1", City: "Hong Kong"}
	}
	if goods == "monthly" && s.Item.Quantity == 1 && rapid.Bool().Draw(t, "picks") {
		s.Item.NumberID = rapid.SampledFrom(m.numbers).Draw(t, "number")
	}
	s.Coupon = rapid.SampledFrom([]string{"", "LIMITED", "ONCE", "FREE"}).Draw(t, "coupon")
	s.Contact.Email = rapid.SampledFrom([]string{"ada@example.com", "eve@example.com"}).Draw(t, "email")
	s.Email = s.Contact.Email
	b, err := m.Orders.Budget(ctx, s.Selection)
	if m.refused(t, "budget", err) {
		return
	}
	moduletest.RemoveUnappliedCode(&s, b)
	s.ExpectedTotal = b.OrderTotal
	o, err := m.Submit(s)
	if !m.refused(t, "submit", err) {
		m.orders = append(m.orders, o.ID)
	}
}

// pickNumber puts a phone number into a cart, which reserves it for a while.
func (m *machine) pickNumber(t *rapid.T) {
	owner := cart.Visitor(rapid.SampledFrom([]string{"a", "b"}).Draw(t, "owner"))
	_, err := m.Carts.Add(ctx, 20, owner, cart.Add{
		GoodsID: "monthly", SimType: "esim", Quantity: 1, CompatibilityConfirmed: true, NumberID: rapid.SampledFrom(m.numbers).Draw(t, "number"),
	})
	m.refused(t, "pick", err)
}

func (m *machine) withLocked(t *rapid.T, doing string, do func(context.Context, *pg.Tx, order.Locked) error) {
	id := m.drawOrder(t)
	err := m.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		o, err := m.Orders.Lock(ctx, tx, id)
		if err == nil {
			err = do(ctx, tx, o)
		}
		return err
	})
	m.refused(t, doing, err)
}

func (m *machine) pay(t *rapid.T) {
	m.withLocked(t, "pay", func(ctx context.Context, tx *pg.Tx, o order.Locked) error {
		moved, err := m.Orders.MarkPaid(ctx, tx, o, "machine", nil)
		if err != nil || !moved {
			return err
		}
		return tx.Exec(`
			insert into payment_attempt (tenant_id, order_id, method, status, amount, currency, received, received_currency, created_at, updated_at)
			values (20, ?, 'card', 'succeeded', ?, 'USD', ?, 'USD', now(), now())`, o.ID, o.OrderTotal, o.OrderTotal).Error
	})
}

func (m *machine) cancel(t *rapid.T) {
	who := rapid.SampledFrom([][2]string{{order.ReasonCustomer, "v:x"}, {order.ReasonStaff, clerk}, {order.ReasonExpired, "system"}}).Draw(t, "who")
	m.withLocked(t, "cancel", func(ctx context.Context, tx *pg.Tx, o order.Locked) error {
		_, err := m.Orders.MarkCancelled(ctx, tx, o, who[0], who[1])
		return err
	})
}

func (m *machine) deliver(t *rapid.T) {
	m.withLocked(t, "deliver", func(ctx context.Context, tx *pg.Tx, o order.Locked) error {
		goes, err := m.Orders.StartReview(ctx, tx, o)
		if err != nil || !goes {
			return err
		}
		ids := []int64{}
		if err := tx.Raw(`select id from order_line where order_id = ? and sim_type = 'esim' and state = 'preparing'`, o.ID).Scan(&ids).Error; err != nil {
			return err
		}
		_, err = m.Orders.MarkDelivered(ctx, tx, o, ids, ids, len(ids))
		return err
	})
}

func (m *machine) ship(t *rapid.T) {
	m.withLocked(t, "ship", func(ctx context.Context, tx *pg.Tx, o order.Locked) error {
		var ids []int64
		if err := tx.Raw(`select id from order_line where order_id = ? and sim_type = 'physical' and state = 'preparing'`, o.ID).Scan(&ids).Error; err != nil {
			return err
		}
		var lines []order.ShippedLine
		for _, id := range ids {
			lines = append(lines, order.ShippedLine{LineID: id, Cards: []string{"1234"}})
		}
		return m.Orders.Ship(ctx, tx, o, "SF1", lines, clerk)
	})
}

func (m *machine) refund(t *rapid.T) {
	full := rapid.Bool().Draw(t, "full")
	m.withLocked(t, "refund", func(ctx context.Context, tx *pg.Tx, o order.Locked) error {
		left := o.OrderTotal - o.Refunded
		if o.Status == order.WaitingPayment || o.Status == order.Cancelled || left == 0 {
			return nil // no money is there to be given back
		}
		if !full {
			left = max(left/2, 1)
		}
		return m.Orders.BookRefund(ctx, tx, o, left, false, clerk, nil)
	})
}

func (m *machine) complete(t *rapid.T) {
	m.refused(t, "complete", m.Orders.Complete(ctx, m.drawOrder(t), clerk))
}

func (m *machine) completeArrived(t *rapid.T) {
	_, err := m.Orders.CompleteArrived(ctx, 10)
	m.refused(t, "arrive", err)
}

func (m *machine) completeDigital(t *rapid.T) {
	m.refused(t, "mailed", m.Orders.CompleteDigital(ctx, m.drawOrder(t)))
}

func (m *machine) hold(t *rapid.T) {
	m.refused(t, "hold", m.Orders.StaffHold(ctx, m.drawOrder(t), clerk, "machine"))
}

func (m *machine) lift(t *rapid.T) {
	m.refused(t, "lift", m.Orders.Lift(ctx, m.drawOrder(t), clerk, "machine"))
}

func (m *machine) advanceClock(t *rapid.T) {
	m.Clock.Advance(rapid.SampledFrom([]time.Duration{time.Minute, offer.HoldFor(), moduletest.Window, order.CompleteAfter}).Draw(t, "time"))
}

// check holds the ledger, and every audited move against the table.
func (m *machine) check(t *rapid.T) {
	require.NoError(t, m.CheckLedger())
	var moves []struct{ Action, FromState, ToState, Actor string }
	err := m.DB.Gorm.Raw(`
		select action, from_state, to_state, actor from audit_log
		where entity = 'order' and (from_state <> to_state or action = 'refund')`).Scan(&moves).Error
	require.NoError(t, err)
	for _, a := range moves {
		if a.FromState == a.ToState {
			continue // money given back twice in part
		}
		if !slices.ContainsFunc(transitions, func(o transition) bool {
			return o.Action == a.Action && string(o.From) == a.FromState && string(o.To) == a.ToState && slices.Contains(o.By, roleOf(a.Actor))
		}) {
			t.Fatalf("no such move: %+v", a)
		}
	}
	// The status is where the last move led, and there was exactly one way there.
	var lost []string
	err = m.DB.Gorm.Raw(`
		select o.order_no || ' is ' || o.status || ' but moved to ' || l.to_state from orders o
		join lateral (select to_state from audit_log where entity = 'order' and entity_id = o.id::text and from_state <> to_state
		              order by id desc limit 1) l on true
		where l.to_state <> o.status`).Scan(&lost).Error
	if err != nil || len(lost) > 0 {
		t.Fatalf("unaudited: %v %v", lost, err)
	}
}

func TestRandomHistoriesKeepTheLedgerBalanced(t *testing.T) {
	t.Parallel()
	if checks := flag.Lookup("rapid.checks"); checks.Value.String() == checks.DefValue {
		require.NoError(t, checks.Value.Set("8"))
	}
	f := moduletest.New(t)
	rapid.Check(t, func(rt *rapid.T) {
		// Every round is a shop of its own within one database: what is sold and counted starts afresh.
		f.Exec(t, `truncate orders, order_line, stock_reservation, promo_redemption, promo_code, phone_number, cart_item, payment_attempt,
		    audit_log, stock, stock_start, product, river_job restart identity cascade`)
		m := &machine{Fixture: f, numbers: f.AddMonthlyPlan(t, "monthly", 2000, 50, 0, 500)}
		f.AddProduct(t, "scarce", 650, 3)
		f.AddDatedPlan(t, "dated", 3690, 3)
		f.AddPromoCode(t, "LIMITED", 100, 2, 0)
		f.AddPromoCode(t, "ONCE", 100, 0, 1)
		f.AddPromoCode(t, "FREE", 1_000_000, 0, 0)
		rt.Repeat(map[string]func(*rapid.T){
			"place": m.place, "place again": m.place, "pick": m.pickNumber, "pay": m.pay, "cancel": m.cancel, "deliver": m.deliver,
			"ship": m.ship, "refund": m.refund, "complete": m.complete, "arrive": m.completeArrived, "mail": m.completeDigital, "hold": m.hold,
			"lift": m.lift, "time": m.advanceClock, "": m.check,
		})
	})
}

// roleOf returns the role of an audit row's actor.
func roleOf(actor string) string {
	switch {
	case strings.HasPrefix(actor, "staff:"):
		return byStaff
	case strings.HasPrefix(actor, "v:"), strings.HasPrefix(actor, "u:"):
		return byCustomer
	case actor == order.ByProvider:
		return order.ByProvider
	}
	return order.BySystem
}
