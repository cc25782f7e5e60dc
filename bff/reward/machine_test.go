package reward_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// machine plays three customers who bring each other, spend what they have, cancel, are refunded and held, while time passes. After
// every step the ledger must add up.
type machine struct {
	*fixture
	// first is the first of the three customers; every run has customers of its own.
	first  int64
	codes  map[int64]string
	orders []int64
}

var refusals = map[string]bool{
	"points_not_enough": true, "price_changed": true, "referral_first_order": true, "referral_self": true, "stock_unavailable": true,
}

func (m *machine) drawOrder(t *rapid.T) int64 {
	if len(m.orders) == 0 {
		t.Skip("no order yet")
	}
	return rapid.SampledFrom(m.orders).Draw(t, "order")
}

func (m *machine) drawCustomer(t *rapid.T, label string) int64 {
	return rapid.Int64Range(m.first, m.first+2).Draw(t, label)
}

func (m *machine) placeOrder(t *rapid.T) {
	p := purchase{user: m.drawCustomer(t, "customer"), quantity: rapid.IntRange(1, 4).Draw(t, "quantity")}
	if rapid.Bool().Draw(t, "spends") {
		p.points = rapid.Int64Range(1, 120).Draw(t, "points")
	}
	if rapid.Bool().Draw(t, "referred") {
		p.code = m.codes[m.drawCustomer(t, "referrer")]
	}
	s, b, err := m.submission(p)
	require.NoError(t, err)
	for _, d := range b.Discounts {
		switch {
		case !d.Applied && d.Kind == "points":
			s.Points = 0
		case !d.Applied:
			s.Referral = ""
		}
	}
	o, err := m.Submit(s)
	if err != nil && !refusals[fault.Code(err)] {
		t.Fatalf("submit: %v", err)
	}
	if err == nil {
		m.orders = append(m.orders, o.ID)
	}
}

// placeGuestOrder places an order under the address of a customer who is not logged in.
func (m *machine) placeGuestOrder(t *rapid.T) {
	user := m.drawCustomer(t, "address")
	s, _, err := m.submission(purchase{quantity: rapid.IntRange(1, 4).Draw(t, "quantity"), email: addressOf(user)})
	require.NoError(t, err)
	s.UserID, s.Owner = 0, cart.Visitor(s.IdempotencyKey)
	o, err := m.Submit(s)
	if err != nil && !refusals[fault.Code(err)] {
		t.Fatalf("submit: %v", err)
	}
	if err == nil {
		m.orders = append(m.orders, o.ID)
	}
}

func (m *machine) claimRandom(t *rapid.T) {
	user := m.drawCustomer(t, "customer")
	require.NoError(t, m.Orders.ClaimRewards(ctx, 20, user, addressOf(user)))
}

func addressOf(user int64) string { return fmt.Sprintf("customer%d@example.com", user) }

func (m *machine) onOrder(what func(id int64) error) func(*rapid.T) {
	return func(t *rapid.T) {
		require.NoError(t, what(m.drawOrder(t)))
	}
}

// errUntouched ends a move that would change nothing.
var errUntouched = errors.New("nothing to do")

func (m *machine) refundOrder(t *rapid.T) {
	id, whole := m.drawOrder(t), rapid.Bool().Draw(t, "whole")
	part := rapid.Int64Range(1, 3000).Draw(t, "amount")
	err := m.withLocked(id, func(ctx context.Context, tx *pg.Tx, o order.Locked) error {
		left := o.OrderTotal - o.Refunded
		if o.Status == order.WaitingPayment || o.Status == order.Cancelled || left == 0 {
			return errUntouched
		}
		if !whole {
			left = min(left, part)
		}
		return m.Orders.BookRefund(ctx, tx, o, left, false, "machine", nil)
	})
	if err != nil && !errors.Is(err, errUntouched) {
		t.Fatal(err)
	}
}

func (m *machine) liftHold(t *rapid.T) {
	if err := m.Orders.Lift(ctx, m.drawOrder(t), "machine", "checked"); err != nil && fault.Code(err) != "order_not_held" {
		t.Fatal(err)
	}
}

func (m *machine) advanceClock(t *rapid.T) {
	m.advanceDays(rapid.SampledFrom([]int{1, 15, 31, 200}).Draw(t, "days"))
}

func (m *machine) adjustPoints(t *rapid.T) {
	points := rapid.Int64Range(-200, 200).Filter(func(n int64) bool { return n != 0 }).Draw(t, "points")
	require.NoError(t, m.adjust(m.drawCustomer(t, "customer"), points))
}

func (m *machine) runDaily(t *rapid.T) {
	require.NoError(t, m.Rewards.Daily(ctx))
}

// requireSummaries compares the summaries that customers see with the ledger: no balance is negative.
func (m *machine) requireSummaries(t *rapid.T) {
	require.NoError(t, m.CheckLedger())
	for user := range m.codes {
		s, err := m.Rewards.Summary(ctx, 20, user)
		if err != nil || s.Points < 0 || s.Pending < 0 || s.Expiring > s.Points {
			t.Fatalf("customer %d: %+v %v", user, s, err)
		}
	}
}

func TestRandomHistoriesKeepTheLedgerBalanced(t *testing.T) {
	t.Parallel()
	if checks := flag.Lookup("rapid.checks"); checks.Value.String() == checks.DefValue {
		require.NoError(t, checks.Value.Set("20"))
	}
	f, steps, next := newFixture(t), 0, int64(1)
	rapid.Check(t, func(rt *rapid.T) {
		m := &machine{fixture: f, first: next, codes: map[int64]string{}}
		next += 3
		for user := m.first; user < next; user++ {
			m.codes[user] = m.openCustomer(user, "", "")
		}
		m.orders = append(m.orders, m.buy(purchase{user: m.first, quantity: 9}).ID, m.buy(purchase{user: m.first + 1, quantity: 5}).ID)
		m.advanceDays(31)
		rt.Repeat(map[string]func(*rapid.T){
			"place": m.placeOrder, "place another": m.placeOrder, "pay": m.onOrder(m.pay), "pay another": m.onOrder(m.pay),
			"deliver": m.onOrder(m.deliver), "deliver another": m.onOrder(m.deliver), "cancel": m.onOrder(m.cancel),
			"refund": m.refundOrder, "hold": m.onOrder(m.hold), "lift": m.liftHold, "time": m.advanceClock, "time again": m.advanceClock, "daily": m.runDaily, "adjust": m.adjustPoints,
			"place as a guest": m.placeGuestOrder, "claim": m.claimRandom,
			"": func(t *rapid.T) { steps++; m.requireSummaries(t) },
		})
	})
	t.Logf("%d steps, %d points spent, %d times taken back, %d customers owe some in the end", steps,
		f.Count(t, `select sum(points) from point_redemption`), f.Count(t, `select count(*) from point_entry where kind = 'reverse'`),
		f.Count(t, `select count(*) from reward_account where owed > 0`))
}
