package order_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/offer"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/network"
)

// perNetwork is how many numbers a network may hold in these tests.
const perNetwork = 3

// newNumbersFixture returns a fixture with a plan that has n phone numbers without a fee.
func newNumbersFixture(t *testing.T, n int) (*moduletest.Fixture, []int64) {
	t.Helper()
	f := moduletest.New(t)
	f.LimitNumbers(perNetwork)
	return f, f.AddMonthlyPlan(t, "monthly", 2000, 1000, make([]int64, n)...)
}

// pickNumber puts a phone number into the cart of a browser with this address and returns the code of the refusal.
func pickNumber(f *moduletest.Fixture, browser, address string, number int64) string {
	_, err := f.Carts.Add(ctx, 20, cart.Visitor(browser), cart.Add{
		GoodsID: "monthly", SimType: "esim", Quantity: 1, CompatibilityConfirmed: true, NumberID: number, Network: network.Of(address),
	})
	return fault.Code(err)
}

// However many browsers a network plays, it holds so many numbers, also in IPv6, where it may be many networks.
func TestOneNetworkHoldsSoManyNumbers(t *testing.T) {
	t.Parallel()
	f, numbers := newNumbersFixture(t, 40)
	held := map[string]int{}
	for n, number := range numbers {
		for who, address := range map[string]string{"one address": "192.0.2.1", "one /48": fmt.Sprintf("2001:db8:1:%x::1", n)} {
			switch code := pickNumber(f, fmt.Sprint(who, n), address, number); code {
			case "":
				held[who]++
			case "too_many_numbers", "number_taken":
			default:
				t.Fatalf("%s, number %d: %s", who, n, code)
			}
		}
	}
	if held["one address"] != perNetwork || held["one /48"] != perNetwork*network.WideTimes {
		t.Fatalf("held: %v", held)
	}
	last := numbers[len(numbers)-1]
	if code := pickNumber(f, "mapped", "::ffff:192.0.2.1", last); code != "too_many_numbers" {
		t.Fatalf("the address written in IPv6: %q", code)
	}
	if code := pickNumber(f, "elsewhere", "192.0.2.2", last); code != "" {
		t.Fatalf("from another network: %q", code)
	}
}

// A hold ends when it is over, taken out, cancelled or paid; holding it again is no other one. What waits for payment holds.
func TestHeldNumbersCountUntilTheirHoldEnds(t *testing.T) {
	t.Parallel()
	f, numbers := newNumbersFixture(t, 20)
	const home = "192.0.2.1"
	next := func(browser string, n int, want string) {
		t.Helper()
		if code := pickNumber(f, browser, home, numbers[n]); code != want {
			t.Fatalf("%s picks number %d: %q, want %q", browser, n, code, want)
		}
	}
	for n := range perNetwork {
		next("ada", n, "")
	}
	next("ada", 0, "")
	next("bob", 5, "too_many_numbers")
	// Another connection, such as mobile data, does not make room at home.
	if code := pickNumber(f, "ada", "192.0.2.9", numbers[1]); code != "" {
		t.Fatalf("the same again from elsewhere: %q", code)
	}
	next("bob", 5, "too_many_numbers")
	// The cart's order holds what the cart held; another one from the network fits no more.
	s := f.Submission("monthly", 1, 9000)
	s.Owner, s.Source, s.Item, s.Network = cart.Visitor("ada"), "cart", nil, home
	o := f.Place(t, s)
	f.Clock.Advance(offer.HoldFor() + time.Second)
	next("bob", 5, "too_many_numbers")
	more := monthlySubmission(f, numbers[6], 3000)
	more.Network = home
	if _, err := f.Submit(more); fault.Code(err) != "too_many_numbers" {
		t.Fatalf("ordered at once: %v", err)
	}
	cancelOrder(t, f, o.ID)
	bought := f.Place(t, more)
	payOrder(t, f, bought.ID)
	for n := range perNetwork {
		next("bob", 5+2*n, "")
	}
	next("eve", 12, "too_many_numbers")
	c, err := f.Carts.Get(ctx, 20, cart.Visitor("bob"))
	require.NoError(t, err)
	if _, err := f.Carts.Remove(ctx, 20, cart.Visitor("bob"), []int64{c.Items[0].ID}); err != nil {
		t.Fatal(err)
	}
	next("eve", 12, "")
	f.Clock.Advance(offer.HoldFor() + time.Second)
	for n := range perNetwork {
		next("fay", 13+n, "")
	}
	f.Clock.Advance(offer.HoldFor() + time.Second)
	require.NoError(t, f.Carts.Purge(ctx))
	if n := f.Count(t, `select count(*) from phone_number where network_print || wide_print || coalesce(held_by, '') <> '' and state <> 'sold'`); n != 0 {
		t.Fatalf("%d numbers keep who held them", n)
	}
	requireBalance(t, f)
}

func TestParallelHoldsOfANetwork(t *testing.T) {
	t.Parallel()
	f, numbers := newNumbersFixture(t, 24)
	var mu sync.Mutex
	codes := map[string]int{}
	var wg sync.WaitGroup
	for n, number := range numbers {
		wg.Go(func() {
			code := ""
			if n%2 == 0 {
				code = pickNumber(f, fmt.Sprint("browser", n), "2001:db8::1", number)
			} else {
				s := monthlySubmission(f, number, 3000)
				s.Network = network.Of("2001:db8::2")
				_, err := f.Submit(s)
				code = fault.Code(err)
			}
			mu.Lock()
			defer mu.Unlock()
			codes[code]++
		})
	}
	wg.Wait()
	if codes[""] != perNetwork || codes["too_many_numbers"] != len(numbers)-perNetwork {
		t.Fatalf("answers: %v", codes)
	}
	requireBalance(t, f)
}
