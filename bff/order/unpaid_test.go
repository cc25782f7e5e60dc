package order_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/network"
)

var bounds = order.Unpaid{PerBuyer: 3, UnitsPerBuyer: 20, PerNetwork: 5, UnitsPerNetwork: 40}

// newUnpaidFixture returns a fixture that limits unpaid orders, and a function that places a changed order and returns the text of its
// refusal, "" for none.
func newUnpaidFixture(t *testing.T) (*moduletest.Fixture, func(change func(s *order.Submission)) (order.Order, string)) {
	t.Helper()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 100, 1000)
	f.ChangeOrders(func(d *order.Deps) { d.Unpaid = bounds })
	return f, func(change func(s *order.Submission)) (order.Order, string) {
		t.Helper()
		s := f.Submission("plan", 1, 100)
		s.Contact.Email = "ada@example.com"
		change(&s)
		s.ExpectedTotal = int64(s.Item.Quantity) * 100
		o, err := f.Submit(s)
		if err == nil {
			return o, ""
		}
		var refused *fault.Error
		if !errors.As(err, &refused) || refused.Code != "too_many_unpaid" {
			t.Fatalf("refused with %v", err)
		}
		return o, refused.Text
	}
}

func asCustomer(id int64, own string) func(s *order.Submission) {
	return func(s *order.Submission) { s.UserID, s.Owner, s.AccountEmail = id, cart.User(id), own }
}

func fromNetwork(address string, n int) func(s *order.Submission) {
	return func(s *order.Submission) {
		s.Network, s.Contact.Email = address, fmt.Sprintf("shopper%d@example.com", n)
	}
}

func TestOneMailboxHasSoManyUnpaidOrders(t *testing.T) {
	t.Parallel()
	f, place := newUnpaidFixture(t)
	spellings := []string{"ada@example.com", "ADA@example.com", "ada+trip@example.com"}
	var placed []order.Order
	for _, email := range spellings {
		o, refused := place(func(s *order.Submission) { s.Contact.Email = email })
		if refused != "" {
			t.Fatalf("%s: %s", email, refused)
		}
		placed = append(placed, o)
	}
	requireFull := func(when string) {
		t.Helper()
		if _, refused := place(func(*order.Submission) {}); refused != "too_many_unpaid" {
			t.Fatalf("%s: %q", when, refused)
		}
	}
	requireFull("with three")
	if _, refused := place(func(s *order.Submission) { s.Contact.Email = "bob@example.com" }); refused != "" {
		t.Fatalf("another mailbox: %q", refused)
	}
	// What is cancelled, paid or expired gives its place back at once.
	cancelOrder(t, f, placed[0].ID)
	if _, refused := place(func(*order.Submission) {}); refused != "" {
		t.Fatalf("after a cancellation: %q", refused)
	}
	requireFull("after it")
	payOrder(t, f, placed[1].ID)
	if _, refused := place(func(*order.Submission) {}); refused != "" {
		t.Fatalf("after a payment: %q", refused)
	}
	requireFull("after that")
	requireBalance(t, f)
}

// What somebody else orders under an address does not keep its owner from ordering as a customer, and the other way round.
func TestNobodyUsesUpACustomersOrders(t *testing.T) {
	t.Parallel()
	f, place := newUnpaidFixture(t)
	for range bounds.PerBuyer {
		place(func(*order.Submission) {})
	}
	own := asCustomer(7, "Ada@example.com")
	for n := range bounds.PerBuyer {
		if _, refused := place(own); refused != "" {
			t.Fatalf("order %d: %q", n, refused)
		}
	}
	if _, refused := place(own); refused != "too_many_unpaid_customer" {
		t.Fatalf("a customer's fourth: %q", refused)
	}
	for n := range 2 {
		_, refused := place(func(s *order.Submission) {
			asCustomer(int64(8+n), "eve@example.com")(s)
			s.Contact.Email = "grace@example.com"
		})
		if refused != "" {
			t.Fatalf("for somebody else: %q", refused)
		}
	}
	place(func(s *order.Submission) { s.Contact.Email = "grace@example.com" })
	_, refused := place(func(s *order.Submission) {
		asCustomer(10, "eve@example.com")(s)
		s.Contact.Email = "grace@example.com"
	})
	if refused != "too_many_unpaid" {
		t.Fatalf("customers who write to a stranger's mailbox: %q", refused)
	}
	requireBalance(t, f)
}

func TestOneNetworkHasSoManyUnpaidOrders(t *testing.T) {
	t.Parallel()
	f, place := newUnpaidFixture(t)
	for n := range bounds.PerNetwork {
		if _, refused := place(fromNetwork("192.0.2.1", n)); refused != "" {
			t.Fatalf("order %d: %q", n, refused)
		}
	}
	if _, refused := place(fromNetwork("192.0.2.1", 99)); refused != "too_many_unpaid_network" {
		t.Fatalf("one more: %q", refused)
	}
	if _, refused := place(fromNetwork("192.0.2.2", 99)); refused != "" {
		t.Fatalf("another network: %q", refused)
	}
	requireBalance(t, f)
}

// Who has a /48 of IPv6 has 65,536 networks: they count together, too.
func TestOneWideNetworkHasSoManyUnpaidOrders(t *testing.T) {
	t.Parallel()
	f, place := newUnpaidFixture(t)
	f.ChangeOrders(func(d *order.Deps) { d.Unpaid = order.Unpaid{PerNetwork: 2, UnitsPerNetwork: 5} })
	from := func(n, net, quantity int) func(s *order.Submission) {
		return func(s *order.Submission) {
			fromNetwork(network.Of(fmt.Sprintf("2001:db8:%x:%x::1", net, n)), n)(s)
			s.Item.Quantity = quantity
		}
	}
	var placed []order.Order
	for n := range 2 * network.WideTimes {
		o, refused := place(from(n, 1, 1))
		if refused != "" {
			t.Fatalf("order %d: %q", n, refused)
		}
		placed = append(placed, o)
	}
	if _, refused := place(from(99, 1, 1)); refused != "too_many_unpaid_network" {
		t.Fatalf("one more: %q", refused)
	}
	if _, refused := place(from(99, 2, 1)); refused != "" {
		t.Fatalf("another /48: %q", refused)
	}
	cancelOrder(t, f, placed[0].ID)
	payOrder(t, f, placed[1].ID)
	if _, refused := place(from(99, 1, 5*network.WideTimes)); refused != "too_many_unpaid_network" {
		t.Fatalf("many units: %q", refused)
	}
	for n := range 2 {
		if _, refused := place(from(100+n, 1, 1)); refused != "" {
			t.Fatalf("in the place of one that is over: %q", refused)
		}
	}
	if n := f.Count(t, `select count(*) from orders where status <> 'waiting_payment' and network_print || wide_print <> ''`); n != 0 {
		t.Fatalf("%d orders that are over keep their network", n)
	}
	requireBalance(t, f)
}

// Units hold the stock; somebody's only order may hold as many as an order can.
func TestUnpaidOrdersHoldSoManyUnits(t *testing.T) {
	t.Parallel()
	f, place := newUnpaidFixture(t)
	of := func(n int, change func(s *order.Submission)) func(s *order.Submission) {
		return func(s *order.Submission) { s.Item.Quantity = n; change(s) }
	}
	unchanged := func(*order.Submission) {}
	first, _ := place(of(99, unchanged))
	if _, refused := place(unchanged); refused != "too_many_unpaid" {
		t.Fatalf("beside a large one: %q", refused)
	}
	cancelOrder(t, f, first.ID)
	for _, n := range []int{15, 5} {
		if _, refused := place(of(n, unchanged)); refused != "" {
			t.Fatalf("%d units: %q", n, refused)
		}
	}
	if _, refused := place(unchanged); refused != "too_many_unpaid" {
		t.Fatalf("a unit more: %q", refused)
	}
	for n := range 2 {
		place(of(20, fromNetwork("192.0.2.1", n)))
	}
	if _, refused := place(fromNetwork("192.0.2.1", 3)); refused != "too_many_unpaid_network" {
		t.Fatalf("a unit more from the network: %q", refused)
	}
	requireBalance(t, f)
}

func TestParallelUnpaidOrders(t *testing.T) {
	t.Parallel()
	const parallel = 24
	for name, c := range map[string]struct {
		change func(n int, s *order.Submission)
		want   int
	}{
		"one mailbox": {func(_ int, s *order.Submission) { s.Contact.Email, s.Network = "ada@example.com", "192.0.2.1" }, bounds.PerBuyer},
		"one customer": {func(n int, s *order.Submission) {
			asCustomer(7, "ada@example.com")(s)
			s.Contact.Email = fmt.Sprintf("to%d@example.com", n)
		}, bounds.PerBuyer},
		"one wide network": {func(n int, s *order.Submission) {
			fromNetwork(fmt.Sprintf("2001:db8:1:%x::/64", n/2), n)(s)
		}, bounds.PerNetwork * network.WideTimes},
		"one network": {func(n int, s *order.Submission) { fromNetwork("2001:db8::/64", n)(s) }, bounds.PerNetwork},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, _ := newUnpaidFixture(t)
			var mu sync.Mutex
			codes := map[string]int{}
			var wg sync.WaitGroup
			for n := range parallel {
				s := f.Submission("plan", 1, 100)
				c.change(n, &s)
				wg.Go(func() {
					_, err := f.Orders.Submit(ctx, s)
					mu.Lock()
					defer mu.Unlock()
					codes[fault.Code(err)]++
				})
			}
			wg.Wait()
			if codes[""] != c.want || codes["too_many_unpaid"] != parallel-c.want {
				t.Fatalf("answers: %v", codes)
			}
			requireBalance(t, f)
		})
	}
}

// The order that took the last place is answered again, not refused; one that costs nothing waits for nothing.
func TestRepeatsDoNotCountAsUnpaidOrders(t *testing.T) {
	t.Parallel()
	f, place := newUnpaidFixture(t)
	f.AddPromoCode(t, "FREE", 100, 0, 0)
	for range bounds.PerBuyer - 1 {
		place(func(*order.Submission) {})
	}
	last := f.Submission("plan", 1, 100)
	last.Contact.Email = "ada@example.com"
	o := f.Place(t, last)
	if again, err := f.Submit(last); err != nil || again.ID != o.ID {
		t.Fatalf("the same again: %v", err)
	}
	free := f.Submission("plan", 1, 0)
	free.Contact.Email, free.Coupon = "ada@example.com", "FREE"
	if _, err := f.Submit(free); err != nil {
		t.Fatalf("a free one: %v", err)
	}
	requireBalance(t, f)
}

// Who orders and cancels in turns does not fill a stranger's mailbox. The buyer's own mailbox hears of everything.
func TestUnpaidMailsPerMailboxAreBounded(t *testing.T) {
	t.Parallel()
	f, place := newUnpaidFixture(t)
	placeAndCancel := func(change func(s *order.Submission)) (order.Order, bool) {
		t.Helper()
		o, refused := place(change)
		if refused != "" {
			t.Fatalf("refused: %s", refused)
		}
		muted, err := f.Orders.MailsSuppressed(ctx, o.ID)
		require.NoError(t, err)
		cancelOrder(t, f, o.ID)
		return o, muted
	}
	withTag := func(n int) func(s *order.Submission) {
		return func(s *order.Submission) { s.Contact.Email = fmt.Sprintf("ada+%d@example.com", n) }
	}
	for n := range 2 * bounds.PerBuyer {
		if _, muted := placeAndCancel(withTag(n)); muted {
			t.Fatalf("silent about order %d", n)
		}
		if _, muted := placeAndCancel(asCustomer(7, "ada@example.com")); muted {
			t.Fatalf("silent about the owner's order %d", n)
		}
	}
	if _, muted := placeAndCancel(withTag(99)); !muted {
		t.Fatal("one mail too many")
	}
	o, _ := place(withTag(100))
	payOrder(t, f, o.ID)
	if muted, err := f.Orders.MailsSuppressed(ctx, o.ID); err != nil || muted {
		t.Fatalf("silent about a paid one: %v", err)
	}
	if _, muted := placeAndCancel(asCustomer(7, "ada@example.com")); muted {
		t.Fatal("silent about the owner's own")
	}
	f.Clock.Advance(time.Hour + time.Second)
	if _, muted := placeAndCancel(withTag(101)); muted {
		t.Fatal("silent an hour later")
	}
	requireBalance(t, f)
}
