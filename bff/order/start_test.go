package order_test

import (
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// An order keeps the day that was chosen and its first instant at the site; two days are two lines, of one stock.
func TestAnOrderFreezesTheDay(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.Zone = time.FixedZone("HKT", 8*60*60)
	f.AddDatedPlan(t, "dated", 3690, 3)
	s := f.Submission("dated", 1, 3*3690)
	for date, n := range map[string]int{"2026-03-05": 1, "2026-03-09": 2} {
		a := cart.Add{GoodsID: "dated", SimType: "esim", Quantity: n, CompatibilityConfirmed: true, StartDate: date}
		if _, err := f.Carts.Add(ctx, 20, s.Owner, a); err != nil {
			t.Fatal(err)
		}
	}
	s.Source, s.Item = order.FromCart, nil
	o := f.Place(t, s)
	got := map[string]string{}
	for _, l := range o.Lines {
		got[l.StartDate] = l.StartAt.UTC().Format(time.RFC3339)
	}
	if len(o.Lines) != 2 || got["2026-03-05"] != "2026-03-04T16:00:00Z" || got["2026-03-09"] != "2026-03-08T16:00:00Z" {
		t.Fatalf("lines: %+v", o.Lines)
	}
	if n := f.Count(t, `select allocated from stock where sku = 'dated:esim'`); n != 3 {
		t.Errorf("%d are promised", n)
	}
	requireBalance(t, f)
}

// A day that has passed by the time of ordering is refused, bought now or from a cart, and nothing is promised.
func TestADayThatHasPassedIsRefused(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddDatedPlan(t, "dated", 3690, 3)
	now, kept := f.Submission("dated", 1, 3690), f.Submission("dated", 1, 3690)
	now.Item.StartDate, kept.Item.StartDate = "2026-03-05", "2026-03-05"
	if _, err := f.Carts.Add(ctx, 20, kept.Owner, *kept.Item); err != nil {
		t.Fatal(err)
	}
	kept.Source, kept.Item = order.FromCart, nil
	f.Clock.Advance(7 * 24 * time.Hour)
	if _, err := f.Submit(now); fault.Code(err) != "validation_failed" {
		t.Errorf("bought now: %v", err)
	}
	budget, err := f.Orders.Budget(ctx, kept.Selection)
	if err != nil || len(budget.Missing) != 1 || budget.Missing[0].StartProblem != "start_date_past" || budget.OrderTotal != 0 {
		t.Errorf("budget: %+v %v", budget, err)
	}
	if _, err := f.Submit(kept); fault.Code(err) != "start_date_over" {
		t.Errorf("from a cart: %v", err)
	}
	if n := f.Count(t, `select count(*) from orders`); n != 0 {
		t.Errorf("%d orders", n)
	}
	requireBalance(t, f)
}

// What is added to a SIM begins when the plan before it has ended: a day for it is refused, whatever it says.
func TestATopUpHasNoDay(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddDatedPlan(t, "dated", 3690, 3)
	f.ChangeOrders(func(d *order.Deps) { d.SIMs = erasedMeanwhile{} })
	s := f.Submission("dated", 1, 3690)
	s.Item.SIM = "S1"
	if budget, err := f.Orders.Budget(ctx, s.Selection); err != nil || budget.Lines[0].StartAt != nil {
		t.Errorf("without a day: %+v %v", budget, err)
	}
	s.Item.StartDate = "soon"
	if _, err := f.Orders.Budget(ctx, s.Selection); fault.Code(err) != "validation_failed" {
		t.Errorf("with a day: %v", err)
	}
}
