package order_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/network"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// placeWithCode orders with a code under a mailbox from a network and returns the code of the refusal.
type placeWithCode = func(email, address string, change ...func(s *order.Submission)) (order.Order, string)

// newSingleUseCode returns a fixture with a code that each customer may use once, and a function that orders with it.
func newSingleUseCode(t *testing.T) (*moduletest.Fixture, placeWithCode) {
	t.Helper()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 1000)
	f.AddPromoCode(t, "ONCE", 100, 0, 1)
	return f, func(email, address string, change ...func(s *order.Submission)) (order.Order, string) {
		t.Helper()
		s := f.Submission("plan", 1, 550)
		s.Contact.Email, s.Network, s.Coupon = email, network.Of(address), "ONCE"
		for _, c := range change {
			c(&s)
		}
		s.Email = s.Contact.Email
		budget, err := f.Orders.Budget(ctx, s.Selection)
		require.NoError(t, err)
		o, err := f.Submit(s)
		if d := budget.Discounts[0]; s.UserID == 0 && !d.Applied {
			t.Fatalf("the price says of %s: %s", email, d.Reason)
		}
		return o, fault.Code(err)
	}
}

// Somebody who types a stranger's address uses nothing up, and learns nothing: neither from the price nor from the order.
func TestACodeCannotBeUsedUpByOthers(t *testing.T) {
	t.Parallel()
	f, use := newSingleUseCode(t)
	const home, office = "192.0.2.1", "198.51.100.7"
	stranger, code := use("ada@example.com", office)
	if code != "" {
		t.Fatal(code)
	}
	// Ada as a guest, from her own network, and Bob's address, which has used nothing, get the same answers.
	paid, code := use("ada@example.com", home)
	if code != "" {
		t.Fatalf("the owner, while a stranger's order waits: %s", code)
	}
	payOrder(t, f, paid.ID)
	for _, email := range []string{"ada@example.com", "bob@example.com"} {
		if _, code := use(email, "203.0.113.1"); code != "" {
			t.Fatalf("from a third network, %s: %s", email, code)
		}
	}
	// Where it was typed before, a mailbox uses it no further, however it is written.
	for _, email := range []string{"ada@example.com", "ADA+2@example.com"} {
		if _, code := use(email, home); code != "promo_not_usable" {
			t.Fatalf("%s again: %q", email, code)
		}
	}
	// A cancelled order gives the use back, a paid one does not.
	if _, code := use("ada@example.com", office); code != "promo_not_usable" {
		t.Fatalf("while it waits: %q", code)
	}
	cancelOrder(t, f, stranger.ID)
	again, code := use("ada@example.com", office)
	if code != "" {
		t.Fatalf("after it was cancelled: %q", code)
	}
	f.Clock.Advance(moduletest.Window + time.Second)
	expireOrder(t, f, again.ID)
	if _, code := use("ada@example.com", office); code != "" {
		t.Fatalf("after it expired: %q", code)
	}
	if _, code := use("ada@example.com", home); code != "promo_not_usable" {
		t.Fatalf("what was paid: %q", code)
	}
	requireBalance(t, f)
}

func expireOrder(t *testing.T, f *moduletest.Fixture, id int64) {
	t.Helper()
	err := f.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		o, err := f.Orders.Lock(ctx, tx, id)
		if err != nil {
			return err
		}
		moved, err := f.Orders.MarkCancelled(ctx, tx, o, "expired", "test")
		if err == nil && !moved {
			t.Error("the order did not expire")
		}
		return err
	})
	require.NoError(t, err)
}

// A customer has proved the mailbox: what waits under it elsewhere is not the customer's, what was paid is, and so is what waits
// in the same browser.
func TestACustomersUsesOfACode(t *testing.T) {
	t.Parallel()
	const home, office = "192.0.2.1", "198.51.100.7"
	own := asCustomer(7, "ada@example.com")
	for name, c := range map[string]struct {
		before func(f *moduletest.Fixture, use placeWithCode) string
		want   string
	}{
		"a stranger's waits": {func(_ *moduletest.Fixture, use placeWithCode) string {
			_, code := use("ada@example.com", office)
			return code
		}, ""},
		"a neighbour's waits": {func(_ *moduletest.Fixture, use placeWithCode) string {
			_, code := use("ada@example.com", home)
			return code
		}, ""},
		"one is paid": {func(f *moduletest.Fixture, use placeWithCode) string {
			o, code := use("ada@example.com", office)
			payOrder(t, f, o.ID)
			return code
		}, "price_changed"},
		"one of the browser waits": {func(_ *moduletest.Fixture, use placeWithCode) string {
			_, code := use("ada@example.com", office, func(s *order.Submission) { s.Owner = cart.Visitor("hers") })
			return code
		}, "price_changed"},
		"another account had the mailbox": {func(_ *moduletest.Fixture, use placeWithCode) string {
			_, code := use("ada@example.com", office, asCustomer(6, "ada@example.com"))
			return code
		}, "price_changed"},
		"the account has used it under another address": {func(_ *moduletest.Fixture, use placeWithCode) string {
			_, code := use("to@example.com", office, own)
			return code
		}, "price_changed"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, use := newSingleUseCode(t)
			if code := c.before(f, use); code != "" {
				t.Fatal(code)
			}
			if _, code := use("ada@example.com", home, own, func(s *order.Submission) { s.Browser = cart.Visitor("hers") }); code != c.want {
				t.Fatalf("the customer: %q, want %q", code, c.want)
			}
			// As a guest from where the customer is, there is no further one.
			if _, code := use("ada@example.com", home); c.want == "" && code != "promo_not_usable" {
				t.Fatalf("as a guest: %q", code)
			}
			requireBalance(t, f)
		})
	}
}

// Google reads no dots, and has two names.
func TestOneMailboxAtGoogle(t *testing.T) {
	t.Parallel()
	f, use := newSingleUseCode(t)
	f.ChangeOrders(func(d *order.Deps) { d.Unpaid = order.Unpaid{PerBuyer: 1} })
	const home = "192.0.2.1"
	o, code := use("a.b.c@gmail.com", home)
	if code != "" || o.Contact.Email != "a.b.c@gmail.com" {
		t.Fatalf("%s %s", o.Contact.Email, code)
	}
	if _, code := use("abc+2@googlemail.com", "198.51.100.7"); code != "too_many_unpaid" {
		t.Fatalf("the mailbox has an order that waits: %q", code)
	}
	payOrder(t, f, o.ID)
	if _, code := use("Abc+2@googlemail.com", home); code != "promo_not_usable" {
		t.Fatalf("the mailbox has used it: %q", code)
	}
	if _, code := use("abc@gmail.com", "198.51.100.7", asCustomer(7, "ab.c@googlemail.com")); code != "price_changed" {
		t.Fatalf("its customer has used it: %q", code)
	}
	// An order is found by the address that it was placed under.
	if _, err := f.Orders.ByEmail(ctx, 20, o.OrderNo, "A.B.C@gmail.com"); err != nil {
		t.Fatal(err)
	}
	requireBalance(t, f)
}

// What was kept before mailboxes at Google were one counts under the spelling of then.
func TestOlderCodeUsesCountForGoogleMailboxes(t *testing.T) {
	t.Parallel()
	f, use := newSingleUseCode(t)
	f.ChangeOrders(func(d *order.Deps) { d.Unpaid = order.Unpaid{PerBuyer: 1} })
	o, _ := use("ada@example.com", "192.0.2.1")
	former := func(purpose string) string { return f.Prints.Of(purpose, 20, "a.b@gmail.com") }
	f.Exec(t, `update orders set mailbox_print = ? where id = ?`, former("unpaid mailbox"), o.ID)
	if _, code := use("a.b+1@gmail.com", "192.0.2.1"); code != "too_many_unpaid" {
		t.Fatalf("an order that waited before: %q", code)
	}
	payOrder(t, f, o.ID)
	f.Exec(t, `update promo_redemption set customer = ? where order_id = ? and customer = ?`, former("promo customer"), o.ID,
		f.Prints.Of("promo customer", 20, "ada@example.com"))
	if _, code := use("a.b@gmail.com", "192.0.2.1", asCustomer(7, "a.b@gmail.com")); code != "price_changed" {
		t.Fatalf("a use that was kept before: %q", code)
	}
	requireBalance(t, f)
}

// Between the price and the order a customer's other window has used the code.
func TestAUsedCodeIsReportedToACustomer(t *testing.T) {
	t.Parallel()
	f, _ := newSingleUseCode(t)
	codes := map[string]int{}
	answers := make(chan string)
	for n := range 6 {
		s := f.Submission("plan", 1, 550)
		asCustomer(7, "ada@example.com")(&s)
		s.Contact.Email, s.Coupon, s.Network = "ada@example.com", "ONCE", fmt.Sprint("192.0.2.", n)
		go func() {
			_, err := f.Orders.Submit(ctx, s)
			answers <- fault.Code(err)
		}()
	}
	for range 6 {
		codes[<-answers]++
	}
	if codes[""] != 1 || codes["promo_already_used"]+codes["price_changed"] != 5 {
		t.Fatalf("answers: %v", codes)
	}
	requireBalance(t, f)
}

// A code that takes nothing off is said beside its field before the full price is taken, not dropped.
func TestACodeThatDoesNotApplyIsRefused(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 10)
	f.AddPromoCode(t, "USEDUP", 100, 1, 0)
	f.Exec(t, `update promo_code set used = 1 where code = 'USEDUP'`)
	for code, reason := range map[string]string{"NOPE": "promo_unknown", " usedup ": "promo_used_up"} {
		in := f.Submission("plan", 1, 650)
		in.Coupon = code
		_, err := f.Orders.Submit(ctx, in)
		require.Equal(t, fault.Fields(map[string]string{"coupon": reason}), err)
		in.Coupon = ""
		_, err = f.Orders.Submit(ctx, in)
		require.NoError(t, err, "the same form without it")
	}
	for name, c := range map[string]struct {
		user   int64
		change func(*order.Submission)
		fields map[string]string
	}{
		"points of a guest":          {0, func(s *order.Submission) { s.Points = 5 }, map[string]string{"points": "login_for_points"}},
		"points nobody has":          {7, func(s *order.Submission) { s.Points = 5 }, map[string]string{"points": "points_not_enough"}},
		"a guest's referral code":    {0, func(s *order.Submission) { s.Referral = "friend" }, map[string]string{"referral": "login_for_referral"}},
		"a referral code of nobody":  {7, func(s *order.Submission) { s.Referral = "friend" }, map[string]string{"referral": "referral_unknown"}},
		"several, all of them named": {0, func(s *order.Submission) { s.Coupon, s.Points = "NOPE", 5 }, map[string]string{"coupon": "promo_unknown", "points": "login_for_points"}},
	} {
		in := f.Submission("plan", 1, 650)
		in.UserID = c.user
		c.change(&in)
		_, err := f.Orders.Submit(ctx, in)
		require.Equal(t, fault.Fields(c.fields), err, name)
		if in.SignupCode = "FRIEND"; len(c.fields) == 1 && in.Referral != "" {
			_, err = f.Orders.Submit(ctx, in)
			require.NoError(t, err, "%s that was named at the sign-up", name)
		}
	}
}

// A code comes back with an order that is refunded whole, as the page about refunds says.
func TestACodeComesBackWithAWholeRefund(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 10)
	f.AddPromoCode(t, "ONCE", 100, 1, 1)
	first := f.Submission("plan", 1, 550)
	first.Coupon = "ONCE"
	o := f.Place(t, first)
	payOrder(t, f, o.ID)
	give := func(amount int64) {
		withLocked(t, f, o.ID, func(ctx context.Context, tx *pg.Tx, l order.Locked) error {
			return f.Orders.BookRefund(ctx, tx, l, amount, false, clerk, nil)
		})
	}
	give(150)
	require.Equal(t, 1, f.Count(t, `select used from promo_code where code = 'ONCE'`), "a part is not the whole")
	give(400)
	require.Equal(t, 0, f.Count(t, `select used from promo_code where code = 'ONCE'`))
	again := f.Submission("plan", 1, 550)
	again.Coupon = "ONCE"
	f.Place(t, again)
}
