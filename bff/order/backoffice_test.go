package order_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

const clerk = "staff:mei"

// payOrder marks an order as paid, as a settled payment does.
func payOrder(t *testing.T, f *moduletest.Fixture, id int64) {
	t.Helper()
	f.Exec(t, `
		insert into payment_attempt (tenant_id, order_id, method, status, amount, currency, received, received_currency, created_at, updated_at)
		select tenant_id, id, payment_method, 'succeeded', order_total, currency, order_total, currency, now(), now() from orders where id = ?`, id)
	withLocked(t, f, id, func(ctx context.Context, tx *pg.Tx, o order.Locked) error {
		_, err := f.Orders.MarkPaid(ctx, tx, o, "test", nil)
		return err
	})
}

func withLocked(t *testing.T, f *moduletest.Fixture, id int64, do func(context.Context, *pg.Tx, order.Locked) error) {
	t.Helper()
	err := f.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		o, err := f.Orders.Lock(ctx, tx, id)
		if err == nil {
			err = do(ctx, tx, o)
		}
		return err
	})
	require.NoError(t, err)
}

// What waits for staff, and the orders of a mailbox, are found without reading all that was ever ordered.
func TestStaffListsDoNotReadFinishedOrders(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddCompletedOrders(t, 20_000)
	f.Exec(t, `update orders set email_normal = 'ada' || id || '@example.com'`)
	f.Exec(t, `vacuum analyze`)
	counted, statements := pg.CountStatements(ctx)
	if _, err := f.Orders.CountTodo(counted, 20); err != nil {
		t.Fatal(err)
	}
	for _, filter := range []order.Filter{{Held: true}, {ToSend: true}, {Overdue: true}, {RefundAsked: true}, {Keyword: "ada7@example.com", Newest: true}} {
		filter.TenantID, filter.Limit = 20, 51
		if _, err := f.Orders.Find(counted, filter); err != nil {
			t.Fatal(err)
		}
	}
	for _, statement := range statements.All() {
		// To read the orders costs the planner 1,000 and more.
		if cost := moduletest.QueryCost(t, f.DB, statement); cost > 500 {
			t.Errorf("costs %.0f: %s\n%s", cost, statement, moduletest.QueryPlan(t, f.DB, statement))
		}
	}
}

// An order of which one line was refunded still owes the other.
func TestALiftedHoldDeliversWhatWasNotRefunded(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 100)
	o := f.Place(t, f.Submission("plan", 1, 650))
	payOrder(t, f, o.ID)
	f.Exec(t, `update orders set status = 'partially_refunded', hold_reason = 'looks odd' where id = ?`, o.ID)
	f.Exec(t, `delete from river_job`)
	require.NoError(t, f.Orders.Lift(ctx, o.ID, clerk, "called her"))
	if n := f.Count(t, `select count(*) from river_job where kind = 'order_fulfil'`); n != 1 {
		t.Errorf("%d deliveries asked for", n)
	}
}

func TestAHoldIsLiftedAndTheOrderGoesOn(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 100)
	o := f.Place(t, f.Submission("plan", 1, 650))
	if err := f.Orders.Lift(ctx, o.ID, clerk, "why"); fault.Code(err) != "order_not_held" {
		t.Fatalf("nothing to lift: %v", err)
	}
	require.NoError(t, f.Orders.StaffHold(ctx, o.ID, clerk, "looks odd"))
	if err := f.Orders.StaffHold(ctx, o.ID, clerk, "again"); fault.Code(err) != "order_held" {
		t.Fatalf("held twice: %v", err)
	}
	payOrder(t, f, o.ID)
	f.Exec(t, `delete from river_job`)
	require.NoError(t, f.Orders.Lift(ctx, o.ID, clerk, "called her"))
	if n := f.Count(t, `select count(*) from river_job where kind = 'order_fulfil'`); n != 1 {
		t.Errorf("%d deliveries asked for", n)
	}
	history, err := f.Orders.History(ctx, o.ID)
	require.NoError(t, err)
	var done []string
	for _, e := range history {
		done = append(done, e.Action+" by "+e.Actor)
	}
	want := []string{"submit by " + string(o.Owner), "hold by " + clerk, "paid by provider", "lift by " + clerk}
	if !slices.Equal(done, want) {
		t.Errorf("history %v, want %v", done, want)
	}
	cancelled := f.Place(t, f.Submission("plan", 1, 650))
	cancelOrder(t, f, cancelled.ID)
	if err := f.Orders.StaffHold(ctx, cancelled.ID, clerk, "late"); fault.Code(err) != "order_over" {
		t.Errorf("holding what is over: %v", err)
	}
}

// Money that does not match keeps its order held, whoever wants to lift it.
func TestMoneyUnderReviewIsNotLifted(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 100)
	o := f.Place(t, f.Submission("plan", 1, 650))
	f.Exec(t, `
		insert into payment_attempt (tenant_id, order_id, method, status, amount, currency, created_at, updated_at)
		values (20, ?, 'card', 'review', 649, 'USD', now(), now())`, o.ID)
	require.NoError(t, f.Orders.StaffHold(ctx, o.ID, clerk, "wrong amount"))
	if err := f.Orders.Lift(ctx, o.ID, clerk, "fine"); fault.Code(err) != "payment_review" {
		t.Fatalf("lifted: %v", err)
	}
}

// placePaidCard places and pays an order of one card.
func placePaidCard(t *testing.T, f *moduletest.Fixture) order.Order {
	t.Helper()
	s := f.Submission("card", 1, 950)
	s.Item.SimType = "physical"
	s.Address = &order.Address{FullName: "Ada", Country: "HK", AddressLine1: "1", City: "Hong Kong"}
	o := f.Place(t, s)
	payOrder(t, f, o.ID)
	return o
}

// shipCard sends the card of an order.
func shipCard(t *testing.T, f *moduletest.Fixture, o order.Order) {
	t.Helper()
	withLocked(t, f, o.ID, func(ctx context.Context, tx *pg.Tx, l order.Locked) error {
		return f.Orders.Ship(ctx, tx, l, "SF1", []order.ShippedLine{{LineID: o.Lines[0].ID, Cards: []string{"1234"}}}, clerk)
	})
}

func TestParcelsCountAsArrivedInTheEnd(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "card", 650, 100)
	shipped := func() order.Order {
		o := placePaidCard(t, f)
		shipCard(t, f, o)
		return o
	}
	early, late, held := shipped(), shipped(), shipped()
	require.NoError(t, f.Orders.Complete(ctx, early.ID, clerk))
	if err := f.Orders.Complete(ctx, early.ID, clerk); fault.Code(err) != "order_not_shipped" {
		t.Errorf("completed twice: %v", err)
	}
	require.NoError(t, f.Orders.StaffHold(ctx, held.ID, clerk, "lost?"))
	if err := f.Orders.Complete(ctx, held.ID, clerk); fault.Code(err) != "order_held" {
		t.Errorf("completed while held: %v", err)
	}
	f.Clock.Advance(order.CompleteAfter - time.Second)
	if n, err := f.Orders.CompleteArrived(ctx, 10); err != nil || n != 0 {
		t.Fatalf("too early: %d %v", n, err)
	}
	f.Clock.Advance(time.Second)
	for _, want := range []int{1, 0} {
		if n, err := f.Orders.CompleteArrived(ctx, 10); err != nil || n != want {
			t.Fatalf("%d arrived, want %d: %v", n, want, err)
		}
	}
	for id, want := range map[int64]order.Status{early.ID: order.Completed, late.ID: order.Completed, held.ID: order.Shipped} {
		if o, err := f.Orders.ByID(ctx, id); err != nil || o.Status != want || o.TrackingNumber != "SF1" {
			t.Errorf("order: %s, want %s (%v)", o.Status, want, err)
		}
	}
	requireBalance(t, f)
}

// What is left of an order after a refund of a part goes on: it is asked for, sent, and complete once it has arrived.
func TestTheRestOfARefundedOrderGoesOn(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "card", 650, 100)
	refunded := func() order.Order {
		o := placePaidCard(t, f)
		f.Exec(t, `update orders set status = 'pending_refund' where id = ?`, o.ID)
		f.Exec(t, `delete from river_job`)
		withLocked(t, f, o.ID, func(ctx context.Context, tx *pg.Tx, l order.Locked) error {
			return f.Orders.BookRefund(ctx, tx, l, 100, false, clerk, nil)
		})
		require.Equal(t, 1, f.Count(t, `select count(*) from river_job where kind = 'order_fulfil'`), "the rest is asked for")
		return o
	}
	byHand, bySweep, waits := refunded(), refunded(), refunded()
	require.Equal(t, "order_not_shipped", fault.Code(f.Orders.Complete(ctx, byHand.ID, clerk)))
	shipCard(t, f, byHand)
	shipCard(t, f, bySweep)
	require.NoError(t, f.Orders.Complete(ctx, byHand.ID, clerk))
	require.Equal(t, "order_not_shipped", fault.Code(f.Orders.Complete(ctx, byHand.ID, clerk)), "completed twice")
	f.Clock.Advance(order.CompleteAfter)
	for _, want := range []int{1, 0} {
		n, err := f.Orders.CompleteArrived(ctx, 10)
		require.NoError(t, err)
		require.Equal(t, want, n)
	}
	for id, arrived := range map[int64]bool{byHand.ID: true, bySweep.ID: true, waits.ID: false} {
		o, err := f.Orders.ByID(ctx, id)
		require.NoError(t, err)
		require.Equal(t, order.PartiallyRefunded, o.Status)
		require.Equal(t, arrived, o.CompletedAt != nil)
		require.False(t, o.Completable())
	}
}

func TestStaffFindOrders(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 100)
	waiting, slow := f.Place(t, f.Submission("plan", 1, 650)), f.Place(t, f.Submission("plan", 1, 650))
	payOrder(t, f, slow.ID)
	f.Clock.Advance(order.Patience)
	fresh := f.Place(t, f.Submission("plan", 1, 650))
	require.NoError(t, f.Orders.StaffHold(ctx, fresh.ID, clerk, "odd"))
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
		got, err := f.Orders.Find(ctx, c.filter)
		if err != nil || !slices.Equal(orderNumbers(order.List{Orders: got}), c.want) {
			t.Errorf("%s: %v, want %v (%v)", name, orderNumbers(order.List{Orders: got}), c.want, err)
		}
	}
	if _, err := f.Orders.Find(ctx, order.Filter{Status: "lost", Limit: 9}); fault.Code(err) != "invalid_value" {
		t.Errorf("an unknown status: %v", err)
	}
	for tenant, code := range map[int64]string{0: "", 20: "", 21: "order_not_found"} {
		if _, err := f.Orders.ByNumber(ctx, tenant, " "+waiting.OrderNo); fault.Code(err) != code {
			t.Errorf("site %d: %v", tenant, err)
		}
	}
}
