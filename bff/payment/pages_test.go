package payment_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// The same with a page of the provider's own.
func TestAnOrderCancelledDuringCreateSessionIsNotPayable(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o := f.Place(t, f.Submission("plan", 1, price))
	var page payment.Page
	var err error
	f.pauseAt(t, "session created", func() { page, err = f.pay.Hosted(ctx, o, payment.URLs{}) }, func() {
		f.Clock.Advance(3 * time.Second)
		if err := f.pay.Cancel(ctx, o, "test"); err != nil {
			t.Errorf("cancel: %v", err)
		}
	})
	if page.HostedURL != "" || fault.Code(err) != "order_expired" {
		t.Fatalf("hosted: %q, %v", page.HostedURL, err)
	}
	f.requireState(t, o.ID, order.Cancelled, payment.AttemptCancelled)
	f.requireBalance(t)
}

// From our page to the provider's and back: each time the one before is given up, and what is left can be paid.
func TestChangingThePageGivesUpTheAttemptBefore(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, first := f.placeOrder(t)
	page, err := f.pay.Hosted(ctx, o, payment.URLs{})
	if err != nil || page.HostedURL == "" {
		t.Fatalf("hosted: %v", err)
	}
	if again, err := f.pay.Hosted(ctx, o, payment.URLs{}); err != nil || again.HostedURL != page.HostedURL {
		t.Fatalf("hosted again: %+v %v", again, err)
	}
	last := f.createIntent(t, o)
	if left := f.provider.payableIntents(o.OrderNo); len(left) != 1 || left[0] != last || last == first {
		t.Fatalf("payable: %v", left)
	}
	f.provider.setStatus(last, payment.IntentSucceeded, "")
	require.NoError(t, f.pay.Refresh(ctx, o.ID))
	f.requireState(t, o.ID, order.Processing, payment.AttemptSucceeded)
	if _, err := f.pay.Create(ctx, o, payment.URLs{}); fault.Code(err) != "already_paid" {
		t.Fatalf("create after paying: %v", err)
	}
	f.requireBalance(t)
}

// Two tabs: one attempt fails while the other tab opens a new one. At no time can two intents be paid.
func TestTwoTabsNeverHaveTwoPayableIntents(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, first := f.placeOrder(t)
	f.provider.setStatus(first, payment.IntentOpen, "card_declined")
	f.applyIntent(t, first)
	var second string
	f.provider.beforeCreate = func() {
		if left := f.provider.payableIntents(o.OrderNo); len(left) > 0 {
			t.Errorf("%v can be paid while another intent is made", left)
		}
	}
	second = f.createIntent(t, o)
	if second == first {
		t.Fatal("the failed attempt was used again")
	}
	if left := f.provider.payableIntents(o.OrderNo); len(left) != 1 {
		t.Fatalf("payable: %v", left)
	}
	f.requireBalance(t)
}
