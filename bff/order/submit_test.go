package order_test

import (
	"context"
	"errors"
	"reflect"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/reward"
)

// cancelOrder ends an order as the expiry does.
func cancelOrder(t *testing.T, f *moduletest.Fixture, id int64) {
	t.Helper()
	err := f.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		o, err := f.Orders.Lock(ctx, tx, id)
		if err == nil {
			_, err = f.Orders.MarkCancelled(ctx, tx, o, order.ReasonCustomer, "test")
		}
		return err
	})
	require.NoError(t, err)
}

func requireBalance(t *testing.T, f *moduletest.Fixture) {
	t.Helper()
	if err := f.CheckLedger(); err != nil {
		t.Error(err)
	}
}

// A customer who may use a code twice gives the first use back and takes another.
func TestAPromoUseThatWasGivenBackCanBeTakenAgain(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 100)
	f.AddPromoCode(t, "TWICE", 100, 0, 2)
	f.AddPromoCode(t, "ALWAYS", 100, 0, 0)
	for _, c := range []struct {
		code  string
		limit int
	}{{"TWICE", 2}, {"ALWAYS", 1000}} {
		next := func() order.Submission {
			s := f.Submission("plan", 1, 550)
			s.Contact.Email, s.Coupon = "Ada+tag@Example.com", c.code
			return s
		}
		first := f.Place(t, next())
		f.Place(t, next())
		if _, err := f.Submit(next()); c.limit == 2 && fault.Code(err) != "promo_not_usable" {
			t.Fatalf("a third use: %v", err)
		}
		cancelOrder(t, f, first.ID)
		cancelOrder(t, f, first.ID)
		if _, err := f.Submit(next()); err != nil {
			t.Fatalf("%s: the use that was given back: %v", c.code, err)
		}
		requireBalance(t, f)
	}
}

// Parallel orders of one customer do not use a code more often than the customer may, and a code without a limit
// refuses nobody.
func TestParallelPromoUses(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]int{"ONCE": 1, "ALWAYS": 8} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			f := moduletest.New(t)
			f.AddProduct(t, "plan", 650, 100)
			f.AddPromoCode(t, "ONCE", 100, 0, 1)
			f.AddPromoCode(t, "ALWAYS", 100, 0, 0)
			var mu sync.Mutex
			codes := map[string]int{}
			var wg sync.WaitGroup
			for range 8 {
				s := f.Submission("plan", 1, 550)
				s.Contact.Email, s.Coupon = "ada@example.com", code
				wg.Go(func() {
					_, err := f.Submit(s)
					mu.Lock()
					defer mu.Unlock()
					if err != nil && fault.Code(err) == "" {
						t.Errorf("no refusal but %v", err)
					}
					codes[fault.Code(err)]++
				})
			}
			wg.Wait()
			if codes[""] != want || codes["promo_not_usable"] != 8-want {
				t.Fatalf("answers: %v", codes)
			}
			requireBalance(t, f)
		})
	}
}

func TestAFreeOrderIsPaidAtOnce(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 10)
	f.AddPromoCode(t, "FREE", 650, 0, 0)
	s := f.Submission("plan", 1, 0)
	s.Coupon = "FREE"
	p, err := f.Orders.Submit(ctx, s)
	if err != nil || p.Status != order.Processing || p.Total != 0 {
		t.Fatalf("placed: %+v %v", p, err)
	}
	again, err := f.Orders.Submit(ctx, s)
	if err != nil || again.ID != p.ID || again.Status != p.Status || !again.ExpiresAt.Equal(p.ExpiresAt) {
		t.Fatalf("the repeated answer %+v differs from %+v: %v", again, p, err)
	}
	requireBalance(t, f)
}

// Two tabs order the same cart at the same moment, each with a key of its own.
func TestACartIsOrderedOnce(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 100)
	owner := cart.Visitor("tabs")
	if _, err := f.Carts.Add(ctx, 20, owner, cart.Add{GoodsID: "plan", SimType: "esim", Quantity: 1, CompatibilityConfirmed: true}); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	codes := map[string]int{}
	var wg sync.WaitGroup
	for range 6 {
		s := f.Submission("plan", 1, 650)
		s.Source, s.Item, s.Owner = order.FromCart, nil, owner
		wg.Go(func() {
			_, err := f.Submit(s)
			mu.Lock()
			defer mu.Unlock()
			codes[fault.Code(err)]++
		})
	}
	wg.Wait()
	if codes[""] != 1 || codes["cart_empty"] != 5 {
		t.Fatalf("answers: %v", codes)
	}
	requireBalance(t, f)
}

func TestOneKeyOneOrder(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 100)
	s := f.Submission("plan", 1, 650)
	var mu sync.Mutex
	ids := map[int64]int{}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			p, err := f.Orders.Submit(ctx, s)
			if err != nil {
				t.Errorf("submit: %v", err)
			}
			mu.Lock()
			defer mu.Unlock()
			ids[p.ID]++
		})
	}
	wg.Wait()
	if len(ids) != 1 {
		t.Fatalf("orders: %v", ids)
	}
	other := s
	other.RequestHash = []byte("something else")
	if _, err := f.Orders.Submit(ctx, other); fault.Code(err) != "idempotency_mismatch" {
		t.Fatalf("another request: %v", err)
	}
	elsewhere := s
	elsewhere.Owner = cart.Visitor("somebody else")
	if p, err := f.Orders.Submit(ctx, elsewhere); err != nil || ids[p.ID] != 0 {
		t.Fatalf("another browser with the same key: %+v %v", p, err)
	}
	// What stands in the way of such an order by now does not matter to the one that was placed.
	for _, change := range []string{`update product set price = 700`, `update product set visible = false`} {
		f.Exec(t, change)
		if p, err := f.Orders.Submit(ctx, s); err != nil || ids[p.ID] == 0 {
			t.Fatalf("after %s: %+v %v", change, p, err)
		}
	}
	requireBalance(t, f)
}

// A line that cannot be had any more is shown, counts nowhere, as in the cart, and nothing is ordered around it.
func TestSoldOutItemsAreNotCounted(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "left", 100, 9)
	f.AddProduct(t, "gone", 1000, 9)
	owner := cart.Visitor("late")
	for _, a := range []cart.Add{
		{GoodsID: "left", SimType: "esim", Quantity: 2, CompatibilityConfirmed: true}, {GoodsID: "gone", SimType: "physical", Quantity: 1},
	} {
		if _, err := f.Carts.Add(ctx, 20, owner, a); err != nil {
			t.Fatal(err)
		}
	}
	f.Exec(t, `update stock set on_hand = 0 where sku = 'gone:physical'`)
	s := f.Submission("", 0, 200)
	s.Source, s.Item, s.Owner, s.Country = order.FromCart, nil, owner, "HK"
	budget, err := f.Orders.Budget(ctx, s.Selection)
	if err != nil || len(budget.Lines) != 1 || len(budget.Missing) != 1 || budget.Missing[0].GoodsID != "gone" {
		t.Fatalf("%v, lines %+v, missing %+v", err, budget.Lines, budget.Missing)
	}
	c, err := f.Carts.Get(ctx, 20, owner)
	if err != nil || budget.Subtotal != c.Subtotal() || budget.OrderTotal != 200 || budget.NeedsAddress {
		t.Errorf("%v, cart %d, budget %+v", err, c.Subtotal(), budget.Amounts)
	}
	_, err = f.Submit(s)
	if refused, ok := errors.AsType[*fault.Error](err); !ok || refused.Code != "stock_unavailable" || !reflect.DeepEqual(refused.Data, map[string]any{"goodsIds": []string{"gone"}}) {
		t.Errorf("an order around it: %+v", err)
	}
	f.Exec(t, `update product set price = 1 where goods_id = 'left'`)
	if _, err := f.Orders.Budget(ctx, s.Selection); err != nil {
		t.Errorf("too small without it: %v", err)
	}
}

// A SIM that was erased between the price and the order: nothing is written.
func TestATopUpOfASIMThatIsGone(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "more", 650, 100)
	f.ChangeOrders(func(d *order.Deps) { d.SIMs = erasedMeanwhile{} })
	s := f.Submission("more", 1, 650)
	s.Item.SIM = "S1"
	if _, err := f.Submit(s); fault.Code(err) != "topup_not_allowed" {
		t.Fatalf("refused with %v", err)
	}
	if n := f.Count(t, `select count(*) from orders`); n != 0 {
		t.Fatalf("%d orders", n)
	}
}

// erasedMeanwhile has every SIM when it is priced and none when it is ordered.
type erasedMeanwhile struct{}

func (erasedMeanwhile) ToppedUp(context.Context, int64, int64, order.Viewer, string, string) (order.ToppedUp, error) {
	return order.ToppedUp{ID: 1, Ref: "S1", ICCIDLast4: "0222"}, nil
}

func (erasedMeanwhile) Hold(context.Context, *pg.Tx, int64) error {
	return fault.New("topup_not_allowed")
}

func (erasedMeanwhile) Relist(context.Context, *pg.Tx, []int64) error { return nil }

// Shoppers want different quantities of two products at once, in both orders of locking; nothing is sold twice and
// nobody waits for ever.
func TestStockIsNeverPromisedTwice(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "aaa", 100, 9)
	f.AddProduct(t, "bbb", 100, 9)
	var mu sync.Mutex
	sold := 0
	var list []order.Submission
	for n := range 12 {
		owner := cart.Visitor(string(rune('a' + n)))
		for _, goods := range [][]string{{"aaa", "bbb"}, {"bbb", "aaa"}}[n%2] {
			if _, err := f.Carts.Add(ctx, 20, owner, cart.Add{GoodsID: goods, SimType: "esim", Quantity: 2, CompatibilityConfirmed: true}); err != nil {
				t.Fatal(err)
			}
		}
		s := f.Submission("", 0, 400)
		s.Source, s.Item, s.Owner = order.FromCart, nil, owner
		list = append(list, s)
	}
	var wg sync.WaitGroup
	for _, s := range list {
		wg.Go(func() {
			_, err := f.Submit(s)
			mu.Lock()
			defer mu.Unlock()
			switch code := fault.Code(err); {
			case err == nil:
				sold++
			case code != "stock_unavailable":
				t.Errorf("refused with %v", err)
			}
		})
	}
	wg.Wait()
	if sold != 4 || f.Count(t, `select sum(allocated) from stock`) != 16 {
		t.Fatalf("%d orders", sold)
	}
	requireBalance(t, f)
}

func TestPlacingAnOrderTakesFewStatements(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 100)
	f.AddProduct(t, "card", 1000, 100)
	f.AddPromoCode(t, "OFF", 100, 10, 1)
	owner := cart.Visitor("counted")
	for _, a := range []cart.Add{{GoodsID: "plan", SimType: "esim", Quantity: 2, CompatibilityConfirmed: true}, {GoodsID: "card", SimType: "physical", Quantity: 1}} {
		counted, n := pg.CountStatements(ctx)
		if _, err := f.Carts.Add(counted, 20, owner, a); err != nil {
			t.Fatal(err)
		}
		if n.Count() > 4 {
			t.Errorf("adding to the cart took %d statements: %q", n.Count(), n.All())
		}
	}
	s := f.Submission("", 0, 2500)
	s.Source, s.Item, s.Owner, s.Coupon = order.FromCart, nil, owner, "OFF"
	s.Address = &order.Address{FullName: "Ada", Country: "HK", AddressLine1: "1", City: "Hong Kong"}
	counted, n := pg.CountStatements(ctx)
	if _, err := f.Orders.Submit(counted, s); err != nil {
		t.Fatal(err)
	}
	if n.Count() > 8 {
		t.Errorf("placing an order took %d statements: %q", n.Count(), n.All())
	}
	t.Logf("placing an order: %d statements", n.Count())
	requireBalance(t, f)
}

// A customer's order with everything that an order can have at once.
func TestTheFullestOrderTakesFewStatements(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	number := f.AddMonthlyPlan(t, "monthly", 2000, 100, 500)[0]
	f.AddProduct(t, "card", 1000, 100)
	f.AddPromoCode(t, "OFF", 100, 10, 1)
	f.Exec(t, `insert into tax_rate (tenant_id, country, rate_ppm) values (20, 'HK', 50000)`)
	const me = 7
	require.NoError(t, f.Rewards.Adjust(ctx, reward.Adjustment{TenantID: 20, UserID: me, Points: 300}))
	// The fixture has no accounts to lock: a statement stands in for it.
	f.Hold = func(_ context.Context, tx *pg.Tx, _, _ int64) error { return tx.Exec(`select 1`).Error }
	for _, a := range []cart.Add{
		{GoodsID: "monthly", SimType: "physical", Quantity: 1, NumberID: number}, {GoodsID: "card", SimType: "physical", Quantity: 2},
	} {
		if _, err := f.Carts.Add(ctx, 20, cart.User(me), a); err != nil {
			t.Fatal(err)
		}
	}
	s := f.Submission("", 0, 0)
	s.Source, s.Item, s.Owner, s.UserID, s.Coupon, s.Points, s.Country = order.FromCart, nil, cart.User(me), me, "OFF", 300, "HK"
	s.Address = &order.Address{FullName: "Ada", Country: "HK", AddressLine1: "1", City: "Hong Kong"}
	budget, err := f.Orders.Budget(ctx, s.Selection)
	require.NoError(t, err)
	s.ExpectedTotal = budget.OrderTotal
	counted, n := pg.CountStatements(ctx)
	o, err := f.Orders.Submit(counted, s)
	require.NoError(t, err)
	if d := budget.Discounts; budget.NumberSelectionFee != 500 || budget.FreightAmount == 0 || budget.Tax == 0 || len(d) != 2 || !d[0].Applied || !d[1].Applied {
		t.Errorf("the order lacks something: %+v", budget)
	}
	// Those of a plain order, three for the points, two for the code (whose uses are told apart under the lock that counting
	// them takes, so in a statement after it), one that holds the customer.
	if n.Count() > 12 {
		t.Errorf("order %s took %d statements: %q", o.OrderNo, n.Count(), n.All())
	}
	requireBalance(t, f)
}
