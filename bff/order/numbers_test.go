package order_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/offer"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// monthlySubmission is an order of a monthly plan with this phone number: 2000 a month, 1000 deposit.
func monthlySubmission(f *moduletest.Fixture, number, total int64) order.Submission {
	s := f.Submission("monthly", 1, total)
	s.Item.NumberID = number
	return s
}

func numberState(t *testing.T, f *moduletest.Fixture, number int64) string {
	t.Helper()
	var s string
	err := f.DB.Gorm.Raw(`select state from phone_number where id = ?`, number).Scan(&s).Error
	require.NoError(t, err)
	return s
}

// A picked number costs its fee, is kept while the order waits, free again when it is cancelled, and bought when paid.
func TestANumberFollowsItsOrder(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	special := f.AddMonthlyPlan(t, "monthly", 2000, 10, 500)[0]
	for _, end := range []string{"cancelled", "paid"} {
		s := monthlySubmission(f, special, 3500)
		budget, err := f.Orders.Budget(ctx, s.Selection)
		if err != nil || budget.NumberSelectionFee != 500 || budget.PrepaidAmount != 3000 || budget.OrderTotal != 3500 || !budget.PlansOrder {
			t.Fatalf("budget: %+v %v", budget.Amounts, err)
		}
		o := f.Place(t, s)
		if numberState(t, f, special) != "held" || o.Lines[0].Number == "" || o.Lines[0].NumberFee != 500 || o.Lines[0].ContractPeriod != "12m" {
			t.Fatalf("line: %+v", o.Lines[0])
		}
		f.Clock.Advance(offer.HoldFor() + time.Hour)
		if _, err := f.Submit(monthlySubmission(f, special, 3500)); fault.Code(err) != "number_taken" {
			t.Fatalf("a number on an order was picked again: %v", err)
		}
		if end == "cancelled" {
			cancelOrder(t, f, o.ID)
			if numberState(t, f, special) != "free" {
				t.Fatal("the number was not given back")
			}
		} else {
			payOrder(t, f, o.ID)
			if numberState(t, f, special) != "sold" {
				t.Fatal("the number was not bought")
			}
		}
		requireBalance(t, f)
	}
}

func TestANumberThatCannotBePicked(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	number := f.AddMonthlyPlan(t, "monthly", 2000, 10, 0)[0]
	other := f.AddMonthlyPlan(t, "other", 2000, 10, 0)[0]
	f.AddProduct(t, "plan", 650, 10)
	f.Exec(t, `
		insert into phone_number (tenant_id, goods_id, number) values (21, 'monthly', '+8525559999999')`)
	elsewhere := int64(f.Count(t, `select id from phone_number where tenant_id = 21`))
	for name, c := range map[string]struct {
		goods    string
		number   int64
		quantity int
		code     string
		field    string
	}{
		"of another plan":       {"monthly", other, 1, "number_not_allowed", ""},
		"of another site":       {"monthly", elsewhere, 1, "number_not_allowed", ""},
		"unknown":               {"monthly", 999_999, 1, "number_not_allowed", ""},
		"with a prepaid plan":   {"plan", number, 1, "number_not_allowed", ""},
		"for two plans at once": {"monthly", number, 2, "validation_failed", "quantity"},
	} {
		s := f.Submission(c.goods, c.quantity, 3000)
		s.Item.NumberID = c.number
		_, budget := f.Orders.Budget(ctx, s.Selection)
		_, submit := f.Submit(s)
		_, add := f.Carts.Add(ctx, 20, "v:x", *s.Item)
		for call, err := range map[string]error{"budget": budget, "submit": submit, "add": add} {
			refused, ok := err.(*fault.Error)
			if !ok || refused.Code != c.code || (c.field != "" && refused.Fields[c.field] == "") {
				t.Errorf("%s, %s: %v", name, call, err)
			}
		}
	}
}

// Many want one number, in their carts or at once; one gets it.
func TestParallelPicks(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	numbers := f.AddMonthlyPlan(t, "monthly", 2000, 100, 0, 0)
	codes := [2]map[string]int{{}, {}}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for n := range 8 {
		item := cart.Add{GoodsID: "monthly", SimType: "esim", Quantity: 1, CompatibilityConfirmed: true, NumberID: numbers[0]}
		s := monthlySubmission(f, numbers[1], 3000)
		wg.Go(func() {
			_, added := f.Carts.Add(ctx, 20, cart.Visitor(fmt.Sprint("picker", n)), item)
			_, placed := f.Submit(s)
			mu.Lock()
			defer mu.Unlock()
			codes[0][fault.Code(added)]++
			codes[1][fault.Code(placed)]++
		})
	}
	wg.Wait()
	for i, what := range []string{"into carts", "on orders"} {
		if codes[i][""] != 1 || codes[i]["number_taken"] != 7 {
			t.Errorf("%s: %v", what, codes[i])
		}
	}
	if n := f.Count(t, `select count(*) from cart_item`); n != 1 {
		t.Errorf("%d carts hold the number", n)
	}
	requireBalance(t, f)
}

// A number is kept for its cart for 15 minutes; then the line says so, and the order is refused.
func TestANumberIsKeptForAQuarterOfAnHour(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	numbers := f.AddMonthlyPlan(t, "monthly", 2000, 100, 0, 700)
	mine, other := cart.Visitor("mine"), cart.Visitor("other")
	pick := func(owner cart.Owner, number int64) (cart.Cart, error) {
		counted, n := pg.CountStatements(ctx)
		c, err := f.Carts.Add(counted, 20, owner, cart.Add{GoodsID: "monthly", SimType: "esim", Quantity: 1, CompatibilityConfirmed: true, NumberID: number})
		if n.Count() > 4 {
			t.Errorf("picking took %d statements", n.Count())
		}
		return c, err
	}
	c, err := pick(mine, numbers[1])
	if err != nil || !c.Items[0].Available() || c.Items[0].NumberFee() != 700 || c.Subtotal() != 2700 || !c.Items[0].Number.HeldUntil.Equal(f.Clock.Now().Add(15*time.Minute)) {
		t.Fatalf("picked: %+v %v", c, err)
	}
	if c, err = pick(mine, numbers[1]); err != nil || c.Count() != 1 {
		t.Fatalf("picked again: %+v %v", c, err)
	}
	two := 2
	if _, err := f.Carts.Update(ctx, 20, mine, c.Items[0].ID, cart.Change{Quantity: &two}); fault.Code(err) != "validation_failed" {
		t.Errorf("two plans with one number: %v", err)
	}
	if _, err := pick(other, numbers[1]); fault.Code(err) != "number_taken" {
		t.Errorf("picked by somebody else: %v", err)
	}
	f.Clock.Advance(offer.HoldFor())
	if c, err = f.Carts.Get(ctx, 20, mine); err != nil || c.Items[0].Available() || !c.Items[0].NumberLost() || c.Subtotal() != 0 {
		t.Fatalf("after the hold: %+v %v", c, err)
	}
	s := f.Submission("", 1, 3700)
	s.Source, s.Item, s.Owner = order.FromCart, nil, mine
	if _, err := f.Submit(s); fault.Code(err) != "number_hold_expired" {
		t.Errorf("ordered after the hold: %v", err)
	}
	c, err = pick(other, numbers[1])
	require.NoError(t, err, "free again")
	if _, err := f.Carts.Remove(ctx, 20, other, []int64{c.Items[0].ID}); err != nil || numberState(t, f, numbers[1]) != "free" {
		t.Errorf("taken out, the number is %s: %v", numberState(t, f, numbers[1]), err)
	}
	if _, err := pick(mine, numbers[1]); err != nil {
		t.Fatalf("picked once more: %v", err)
	}
	counted, n := pg.CountStatements(ctx)
	if _, err := f.Orders.Submit(counted, s); err != nil {
		t.Fatalf("ordered: %v", err)
	}
	if n.Count() > 12 {
		t.Errorf("ordering took %d statements", n.Count())
	}
	requireBalance(t, f)
}

// A picked number comes along when a browser's cart joins a customer's, and is there once.
func TestANumberJoinsTheCustomersCart(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	number := f.AddMonthlyPlan(t, "monthly", 2000, 100, 500)[0]
	browser, user := cart.Visitor("browser"), cart.User(7)
	item := cart.Add{GoodsID: "monthly", SimType: "esim", Quantity: 1, CompatibilityConfirmed: true, NumberID: number}
	if _, err := f.Carts.Add(ctx, 20, user, item); err != nil {
		t.Fatal(err)
	}
	f.Clock.Advance(offer.HoldFor())
	if _, err := f.Carts.Add(ctx, 20, browser, item); err != nil {
		t.Fatal(err)
	}
	require.NoError(t, f.Carts.Merge(ctx, 20, browser, user))
	c, err := f.Carts.Get(ctx, 20, user)
	if err != nil || len(c.Items) != 1 || c.Items[0].Quantity != 1 || !c.Items[0].Available() {
		t.Fatalf("cart: %+v %v", c.Items, err)
	}
}

// Who picks no number is promised an ordinary one with the order, and gives it back with it. Nobody pays for a plan whose numbers are
// gone; whoever brings a number along can have it.
func TestAPlanGetsANumberWithoutPicking(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	ids := f.AddMonthlyPlan(t, "monthly", 2000, 100, 0, 0, 900)
	two := monthlySubmission(f, 0, 6000)
	two.Item.Quantity = 2
	first := f.Place(t, two)
	for _, id := range ids[:2] {
		if got := numberState(t, f, id); got != "held" {
			t.Errorf("a promised number is %s", got)
		}
	}
	if _, err := f.Submit(monthlySubmission(f, 0, 3000)); fault.Code(err) != "sold_out" {
		t.Fatalf("without a number: %v", err)
	}
	own := f.Submission("monthly", 1, 3000)
	own.Item.TransferPhone = "+852 5550-1234"
	f.Place(t, own)
	cancelOrder(t, f, first.ID)
	two = monthlySubmission(f, 0, 6000)
	two.Item.Quantity = 2
	again := f.Place(t, two)
	payOrder(t, f, again.ID)
	for _, id := range ids[:2] {
		if got := numberState(t, f, id); got != "sold" {
			t.Errorf("a number of a paid order is %s", got)
		}
	}
	o, err := f.Orders.ByID(ctx, again.ID)
	if err != nil || strings.Count(o.Lines[0].Number, "+85255") != 2 {
		t.Errorf("numbers %q: %v", o.Lines[0].Number, err)
	}
	requireBalance(t, f)
}

// Two orders never get one number; what there is no number for is refused before anybody pays.
func TestParallelOrdersShareNoNumber(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddMonthlyPlan(t, "monthly", 2000, 100, 0, 0, 0)
	submissions := make([]order.Submission, 8)
	for i := range submissions {
		submissions[i] = monthlySubmission(f, 0, 3000)
	}
	var placed atomic.Int64
	var all sync.WaitGroup
	for _, in := range submissions {
		all.Go(func() {
			switch _, err := f.Submit(in); fault.Code(err) {
			case "sold_out", "stock_unavailable":
			default:
				if err != nil {
					t.Error(err)
				}
				placed.Add(1)
			}
		})
	}
	all.Wait()
	for range 3 { // a number that another order was about to take and did not is free again
		if _, err := f.Submit(monthlySubmission(f, 0, 3000)); err == nil {
			placed.Add(1)
		}
	}
	if n := f.Count(t, `select count(distinct number) from order_line where number <> ''`); placed.Load() != 3 || n != 3 {
		t.Errorf("%d orders have %d numbers", placed.Load(), n)
	}
	requireBalance(t, f)
}

// An order from before numbers were promised is held when none is left, until staff have filled the pool.
func TestAnOrderWithoutAPromisedNumberWaitsForOne(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddMonthlyPlan(t, "monthly", 2000, 100, 0)
	o := f.Place(t, monthlySubmission(f, 0, 3000))
	f.Exec(t, `update order_line set number = ''`)
	f.Exec(t, `delete from phone_number`)
	payOrder(t, f, o.ID)
	review := func() (goes bool) {
		withLocked(t, f, o.ID, func(ctx context.Context, tx *pg.Tx, o order.Locked) (err error) {
			goes, err = f.Orders.StartReview(ctx, tx, o)
			return err
		})
		return goes
	}
	held, err := f.Orders.ByID(ctx, o.ID)
	if review() || err != nil {
		t.Fatalf("the order goes on without a number: %v", err)
	}
	if held, err = f.Orders.ByID(ctx, o.ID); err != nil || held.HoldReason != "no number left for monthly" {
		t.Errorf("held for %q: %v", held.HoldReason, err)
	}
	f.Exec(t, `insert into phone_number (tenant_id, goods_id, number) values (20, 'monthly', '+85255599999')`)
	require.NoError(t, f.Orders.Lift(ctx, o.ID, clerk, "filled"))
	if !review() {
		t.Error("the order does not go on")
	}
	requireBalance(t, f)
}

// A number of the shopper's own stands on the line as it will be dialled.
func TestANumberIsBroughtAlong(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	number := f.AddMonthlyPlan(t, "monthly", 2000, 100, 0)[0]
	f.AddProduct(t, "plan", 650, 10)
	good := cart.Add{GoodsID: "monthly", SimType: "esim", Quantity: 1, CompatibilityConfirmed: true, TransferPhone: " +852 5550 (12)-34 ", TransferNote: " prepaid with Blue "}
	for name, c := range map[string]struct {
		change func(*cart.Add)
		field  string
	}{
		"no number":       {func(a *cart.Add) { a.TransferPhone = "5550" }, "transferPhone"},
		"with a picked":   {func(a *cart.Add) { a.NumberID = number }, "transferPhone"},
		"prepaid":         {func(a *cart.Add) { a.GoodsID = "plan" }, "transferPhone"},
		"for two at once": {func(a *cart.Add) { a.Quantity = 2 }, "quantity"},
		"a long story":    {func(a *cart.Add) { a.TransferNote = fmt.Sprintf("%0201d", 0) }, "transferNote"},
	} {
		a := good
		c.change(&a)
		_, err := f.Carts.Add(ctx, 20, "v:x", a)
		if refused, ok := err.(*fault.Error); !ok || refused.Fields[c.field] == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
	owner := cart.Visitor("mover")
	c, err := f.Carts.Add(ctx, 20, owner, good)
	if err != nil || c.Items[0].TransferPhone != "+85255501234" {
		t.Fatalf("cart: %+v %v", c, err)
	}
	second := good
	second.TransferPhone = "+85255505678"
	if c, err = f.Carts.Add(ctx, 20, owner, second); err != nil || len(c.Items) != 2 {
		t.Fatalf("a second number: %+v %v", c, err)
	}
	again := good
	again.Only = true
	if c, err = f.Carts.Add(ctx, 20, owner, again); err != nil || len(c.Items) != 2 || len(c.Selected()) != 1 || c.Count() != 2 {
		t.Fatalf("bought now: %+v %v", c, err)
	}
	s := f.Submission("", 1, 3000)
	s.Source, s.Item, s.Owner = order.FromCart, nil, owner
	o := f.Place(t, s)
	if l := o.Lines[0]; l.TransferPhone != "+85255501234" || l.TransferNote != "prepaid with Blue" || l.Number != "" || l.Prepaid() != 3000 {
		t.Fatalf("line: %+v", l)
	}
	requireBalance(t, f)
}
