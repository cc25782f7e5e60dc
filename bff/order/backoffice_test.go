package order_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/benchtest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

const clerk = "staff:mei"

// pay marks an order as paid, as a settled payment does.
func pay(t *testing.T, b *benchtest.Bench, id int64) {
	t.Helper()
	b.Exec(t, `
		insert into payment_attempt (tenant_id, order_id, method, status, amount, currency, created_at, updated_at)
		select tenant_id, id, payment_method, 'succeeded', order_total, currency, now(), now() from orders where id = ?`, id)
	onLocked(t, b, id, func(ctx context.Context, tx *pg.Tx, o order.Locked) error {
		_, err := b.Orders.MarkPaid(ctx, tx, o, "test", nil)
		return err
	})
}

func onLocked(t *testing.T, b *benchtest.Bench, id int64, do func(context.Context, *pg.Tx, order.Locked) error) {
	t.Helper()
	err := b.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		o, err := b.Orders.Lock(ctx, tx, id)
		if err == nil {
			err = do(ctx, tx, o)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// What waits for staff, and the orders of a mailbox, are found without reading all that was ever ordered.
func TestStaffDoNotReadWhatIsDone(t *testing.T) {
	t.Parallel()
	b := benchtest.New(t)
	b.SellAlready(t, 20_000)
	b.Exec(t, `update orders set email_normal = 'ada' || id || '@example.com'`)
	b.Exec(t, `vacuum analyze`)
	counted, statements := pg.CountStatements(ctx)
	if _, err := b.Orders.CountTodo(counted, 20); err != nil {
		t.Fatal(err)
	}
	for _, f := range []order.Filter{{Held: true}, {ToSend: true}, {Overdue: true}, {RefundAsked: true}, {Keyword: "ada7@example.com", Newest: true}} {
		f.TenantID, f.Limit = 20, 51
		if _, err := b.Orders.Find(counted, f); err != nil {
			t.Fatal(err)
		}
	}
	for _, statement := range statements.All() {
		// To read the orders costs the planner 1,000 and more.
		if cost := benchtest.Cost(t, b.DB, statement); cost > 500 {
			t.Errorf("costs %.0f: %s\n%s", cost, statement, benchtest.Plan(t, b.DB, statement))
		}
	}
}

// An order of which one line was refunded still owes the other.
func TestALiftedHoldDeliversWhatWasNotRefunded(t *testing.T) {
	t.Parallel()
	b := benchtest.New(t)
	b.Product(t, "plan", 650, 100)
	o := b.Place(t, b.Submission("plan", 1, 650))
	pay(t, b, o.ID)
	b.Exec(t, `update orders set status = 'partially_refunded', hold_reason = 'looks odd' where id = ?`, o.ID)
	b.Exec(t, `delete from river_job`)
	if err := b.Orders.Lift(ctx, o.ID, clerk, "called her"); err != nil {
		t.Fatal(err)
	}
	if n := b.Count(t, `select count(*) from river_job where kind = 'order_fulfil'`); n != 1 {
		t.Errorf("%d deliveries asked for", n)
	}
}

func TestAHoldIsLiftedAndTheOrderGoesOn(t *testing.T) {
	t.Parallel()
	b := benchtest.New(t)
	b.Product(t, "plan", 650, 100)
	o := b.Place(t, b.Submission("plan", 1, 650))
	if err := b.Orders.Lift(ctx, o.ID, clerk, "why"); fault.Code(err) != "order_not_held" {
		t.Fatalf("nothing to lift: %v", err)
	}
	if err := b.Orders.StaffHold(ctx, o.ID, clerk, "looks odd"); err != nil {
		t.Fatal(err)
	}
	if err := b.Orders.StaffHold(ctx, o.ID, clerk, "again"); fault.Code(err) != "order_held" {
		t.Fatalf("held twice: %v", err)
	}
	pay(t, b, o.ID)
	b.Exec(t, `delete from river_job`)
	if err := b.Orders.Lift(ctx, o.ID, clerk, "called her"); err != nil {
		t.Fatal(err)
	}
	if n := b.Count(t, `select count(*) from river_job where kind = 'order_fulfil'`); n != 1 {
		t.Errorf("%d deliveries asked for", n)
	}
	history, err := b.Orders.History(ctx, o.ID)
	if err != nil {
		t.Fatal(err)
	}
	var done []string
	for _, e := range history {
		done = append(done, e.Action+" by "+e.Actor)
	}
	want := []string{"submit by " + string(o.Owner), "hold by " + clerk, "paid by provider", "lift by " + clerk}
	if !slices.Equal(done, want) {
		t.Errorf("history %v, want %v", done, want)
	}
	cancelled := b.Place(t, b.Submission("plan", 1, 650))
	cancel(t, b, cancelled.ID)
	if err := b.Orders.StaffHold(ctx, cancelled.ID, clerk, "late"); fault.Code(err) != "order_over" {
		t.Errorf("holding what is over: %v", err)
	}
}

// Money that does not match keeps its order held, whoever wants to lift it.
func TestMoneyUnderReviewIsNotLifted(t *testing.T) {
	t.Parallel()
	b := benchtest.New(t)
	b.Product(t, "plan", 650, 100)
	o := b.Place(t, b.Submission("plan", 1, 650))
	b.Exec(t, `
		insert into payment_attempt (tenant_id, order_id, method, status, amount, currency, created_at, updated_at)
		values (20, ?, 'card', 'review', 649, 'USD', now(), now())`, o.ID)
	if err := b.Orders.StaffHold(ctx, o.ID, clerk, "wrong amount"); err != nil {
		t.Fatal(err)
	}
	if err := b.Orders.Lift(ctx, o.ID, clerk, "fine"); fault.Code(err) != "payment_review" {
		t.Fatalf("lifted: %v", err)
	}
}

// paidCard places and pays an order of one card.
func paidCard(t *testing.T, b *benchtest.Bench) order.Order {
	t.Helper()
	s := b.Submission("card", 1, 950)
	s.Item.SimType = "physical"
	s.Address = &order.Address{FullName: "Ada", Country: "HK", AddressLine1: "1", City: "Hong Kong"}
	o := b.Place(t, s)
	pay(t, b, o.ID)
	return o
}

// ship sends the card of an order.
func ship(t *testing.T, b *benchtest.Bench, o order.Order) {
	t.Helper()
	onLocked(t, b, o.ID, func(ctx context.Context, tx *pg.Tx, l order.Locked) error {
		return b.Orders.Ship(ctx, tx, l, "SF1", []order.ShippedLine{{LineID: o.Lines[0].ID, Cards: []string{"1234"}}}, clerk)
	})
}

func TestParcelsCountAsArrivedInTheEnd(t *testing.T) {
	t.Parallel()
	b := benchtest.New(t)
	b.Product(t, "card", 650, 100)
	shipped := func() order.Order {
		o := paidCard(t, b)
		ship(t, b, o)
		return o
	}
	early, late, held := shipped(), shipped(), shipped()
	if err := b.Orders.Complete(ctx, early.ID, clerk); err != nil {
		t.Fatal(err)
	}
	if err := b.Orders.Complete(ctx, early.ID, clerk); fault.Code(err) != "order_not_shipped" {
		t.Errorf("completed twice: %v", err)
	}
	if err := b.Orders.StaffHold(ctx, held.ID, clerk, "lost?"); err != nil {
		t.Fatal(err)
	}
	if err := b.Orders.Complete(ctx, held.ID, clerk); fault.Code(err) != "order_held" {
		t.Errorf("completed while held: %v", err)
	}
	b.Clock.Advance(order.CompleteAfter - time.Second)
	if n, err := b.Orders.CompleteArrived(ctx, 10); err != nil || n != 0 {
		t.Fatalf("too early: %d %v", n, err)
	}
	b.Clock.Advance(time.Second)
	for _, want := range []int{1, 0} {
		if n, err := b.Orders.CompleteArrived(ctx, 10); err != nil || n != want {
			t.Fatalf("%d arrived, want %d: %v", n, want, err)
		}
	}
	for id, want := range map[int64]order.Status{early.ID: order.Completed, late.ID: order.Completed, held.ID: order.Shipped} {
		if o, err := b.Orders.ByID(ctx, id); err != nil || o.Status != want || o.TrackingNumber != "SF1" {
			t.Errorf("order: %s, want %s (%v)", o.Status, want, err)
		}
	}
	sound(t, b)
}

// What is left of an order after a refund of a part goes on: it is asked for, sent, and complete once it has arrived.
func TestTheRestOfARefundedOrderGoesOn(t *testing.T) {
	t.Parallel()
	b := benchtest.New(t)
	b.Product(t, "card", 650, 100)
	refunded := func() order.Order {
		o := paidCard(t, b)
		b.Exec(t, `update orders set status = 'pending_refund' where id = ?`, o.ID)
		b.Exec(t, `delete from river_job`)
		onLocked(t, b, o.ID, func(ctx context.Context, tx *pg.Tx, l order.Locked) error {
			return b.Orders.BookRefund(ctx, tx, l, 100, false, clerk, nil)
		})
		require.Equal(t, 1, b.Count(t, `select count(*) from river_job where kind = 'order_fulfil'`), "the rest is asked for")
		return o
	}
	byHand, bySweep, waits := refunded(), refunded(), refunded()
	require.Equal(t, "order_not_shipped", fault.Code(b.Orders.Complete(ctx, byHand.ID, clerk)))
	ship(t, b, byHand)
	ship(t, b, bySweep)
	require.NoError(t, b.Orders.Complete(ctx, byHand.ID, clerk))
	require.Equal(t, "order_not_shipped", fault.Code(b.Orders.Complete(ctx, byHand.ID, clerk)), "completed twice")
	b.Clock.Advance(order.CompleteAfter)
	for _, want := range []int{1, 0} {
		n, err := b.Orders.CompleteArrived(ctx, 10)
		require.NoError(t, err)
		require.Equal(t, want, n)
	}
	for id, arrived := range map[int64]bool{byHand.ID: true, bySweep.ID: true, waits.ID: false} {
		o, err := b.Orders.ByID(ctx, id)
		require.NoError(t, err)
		require.Equal(t, order.PartiallyRefunded, o.Status)
		require.Equal(t, arrived, o.CompletedAt != nil)
		require.False(t, o.Completable())
	}
}

func TestStaffFindOrders(t *testing.T) {
	t.Parallel()
	b := benchtest.New(t)
	b.Product(t, "plan", 650, 100)
	waiting, slow := b.Place(t, b.Submission("plan", 1, 650)), b.Place(t, b.Submission("plan", 1, 650))
	pay(t, b, slow.ID)
	b.Clock.Advance(order.Patience)
	fresh := b.Place(t, b.Submission("plan", 1, 650))
	if err := b.Orders.StaffHold(ctx, fresh.ID, clerk, "odd"); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		filter order.Filter
		want   []string
	}{
		"all":          {order.Filter{Limit: 9}, []string{waiting.OrderNo, slow.OrderNo, fresh.OrderNo}},
		"the first":    {order.Filter{Limit: 1}, []string{waiting.OrderNo}},
		"held":         {order.Filter{Held: true, Limit: 9}, []string{fresh.OrderNo}},
		"overdue":      {order.Filter{Overdue: true, Limit: 9}, []string{waiting.OrderNo, slow.OrderNo}},
		"paid":         {order.Filter{Status: order.Processing, Limit: 9}, []string{slow.OrderNo}},
		"another site": {order.Filter{TenantID: 21, Limit: 9}, []string{}},
	} {
		got, err := b.Orders.Find(ctx, c.filter)
		if err != nil || !slices.Equal(numbers(order.List{Orders: got}), c.want) {
			t.Errorf("%s: %v, want %v (%v)", name, numbers(order.List{Orders: got}), c.want, err)
		}
	}
	if _, err := b.Orders.Find(ctx, order.Filter{Status: "lost", Limit: 9}); fault.Code(err) != "invalid_value" {
		t.Errorf("an unknown status: %v", err)
	}
	for tenant, code := range map[int64]string{0: "", 20: "", 21: "order_not_found"} {
		if _, err := b.Orders.ByNumber(ctx, tenant, " "+waiting.OrderNo); fault.Code(err) != code {
			t.Errorf("site %d: %v", tenant, err)
		}
	}
}
