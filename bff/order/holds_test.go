package order_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/offer"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/network"
)

// perNetwork is how many numbers a network may hold in these tests.
const perNetwork = 3

// pool returns a bench with a plan that has so many numbers without a fee.
func pool(t *testing.T, n int) (*moduletest.Fixture, []int64) {
	t.Helper()
	b := moduletest.New(t)
	b.LimitNumbers(perNetwork)
	return b, b.AddMonthlyPlan(t, "monthly", 2000, 1000, make([]int64, n)...)
}

// pick puts a number into the cart of a browser that comes from an address and returns what it is refused for.
func pick(b *moduletest.Fixture, browser, address string, number int64) string {
	_, err := b.Carts.Add(ctx, 20, cart.Visitor(browser), cart.Add{
		GoodsID: "monthly", SimType: "esim", Quantity: 1, CompatibilityConfirmed: true, NumberID: number, Network: network.Of(address),
	})
	return fault.Code(err)
}

// However many browsers a network plays, it holds so many numbers, also in IPv6, where it may be many networks.
func TestOneNetworkHoldsSoManyNumbers(t *testing.T) {
	t.Parallel()
	b, numbers := pool(t, 40)
	held := map[string]int{}
	for n, number := range numbers {
		for who, address := range map[string]string{"one address": "192.0.2.1", "one /48": fmt.Sprintf("2001:db8:1:%x::1", n)} {
			switch code := pick(b, fmt.Sprint(who, n), address, number); code {
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
	if code := pick(b, "mapped", "::ffff:192.0.2.1", last); code != "too_many_numbers" {
		t.Fatalf("the address written in IPv6: %q", code)
	}
	if code := pick(b, "elsewhere", "192.0.2.2", last); code != "" {
		t.Fatalf("from another network: %q", code)
	}
}

// A hold ends when it is over, taken out, cancelled or paid; holding it again is no other one. What waits for payment holds.
func TestWhatAHoldOfANumberTakes(t *testing.T) {
	t.Parallel()
	b, numbers := pool(t, 20)
	const home = "192.0.2.1"
	next := func(browser string, n int, want string) {
		t.Helper()
		if code := pick(b, browser, home, numbers[n]); code != want {
			t.Fatalf("%s picks number %d: %q, want %q", browser, n, code, want)
		}
	}
	for n := range perNetwork {
		next("ada", n, "")
	}
	next("ada", 0, "")
	next("bob", 5, "too_many_numbers")
	// Another connection, such as mobile data, does not make room at home.
	if code := pick(b, "ada", "192.0.2.9", numbers[1]); code != "" {
		t.Fatalf("the same again from elsewhere: %q", code)
	}
	next("bob", 5, "too_many_numbers")
	// The cart's order holds what the cart held; another one from the network fits no more.
	s := b.Submission("monthly", 1, 9000)
	s.Owner, s.Source, s.Item, s.Network = cart.Visitor("ada"), "cart", nil, home
	o := b.Place(t, s)
	b.Clock.Advance(offer.HoldFor() + time.Second)
	next("bob", 5, "too_many_numbers")
	more := monthly(b, numbers[6], 3000)
	more.Network = home
	if _, err := b.Submit(more); fault.Code(err) != "too_many_numbers" {
		t.Fatalf("ordered at once: %v", err)
	}
	cancel(t, b, o.ID)
	bought := b.Place(t, more)
	pay(t, b, bought.ID)
	for n := range perNetwork {
		next("bob", 5+2*n, "")
	}
	next("eve", 12, "too_many_numbers")
	c, err := b.Carts.Get(ctx, 20, cart.Visitor("bob"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Carts.Remove(ctx, 20, cart.Visitor("bob"), []int64{c.Items[0].ID}); err != nil {
		t.Fatal(err)
	}
	next("eve", 12, "")
	b.Clock.Advance(offer.HoldFor() + time.Second)
	for n := range perNetwork {
		next("fay", 13+n, "")
	}
	b.Clock.Advance(offer.HoldFor() + time.Second)
	if err := b.Carts.Purge(ctx); err != nil {
		t.Fatal(err)
	}
	if n := b.Count(t, `select count(*) from phone_number where network_print || wide_print || coalesce(held_by, '') <> '' and state <> 'sold'`); n != 0 {
		t.Fatalf("%d numbers keep who held them", n)
	}
	sound(t, b)
}

func TestParallelHoldsOfANetwork(t *testing.T) {
	t.Parallel()
	b, numbers := pool(t, 24)
	var mu sync.Mutex
	codes := map[string]int{}
	var wg sync.WaitGroup
	for n, number := range numbers {
		wg.Go(func() {
			code := ""
			if n%2 == 0 {
				code = pick(b, fmt.Sprint("browser", n), "2001:db8::1", number)
			} else {
				s := monthly(b, number, 3000)
				s.Network = network.Of("2001:db8::2")
				_, err := b.Submit(s)
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
	sound(t, b)
}
