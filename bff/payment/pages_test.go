package payment_test

import (
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// The same with a page of the provider's own.
func TestAnOrderThatIsCancelledWhileItsPageIsMade(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.AddProduct(t, "plan", price, 10)
	o := w.Place(t, w.Submission("plan", 1, price))
	var page payment.Page
	var err error
	w.whileAt(t, "session created", func() { page, err = w.pay.Hosted(ctx, o, payment.URLs{}) }, func() {
		w.Clock.Advance(3 * time.Second)
		if err := w.pay.Cancel(ctx, o, "test"); err != nil {
			t.Errorf("cancel: %v", err)
		}
	})
	if page.HostedURL != "" || fault.Code(err) != "order_expired" {
		t.Fatalf("hosted: %q, %v", page.HostedURL, err)
	}
	w.wants(t, o.ID, order.Cancelled, payment.AttemptCancelled)
	w.balanced(t)
}

// From our page to the provider's and back: each time the one before is given up, and what is left can be paid.
func TestChangingBetweenThePages(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.AddProduct(t, "plan", price, 10)
	o, first := w.placed(t)
	page, err := w.pay.Hosted(ctx, o, payment.URLs{})
	if err != nil || page.HostedURL == "" {
		t.Fatalf("hosted: %v", err)
	}
	if again, err := w.pay.Hosted(ctx, o, payment.URLs{}); err != nil || again.HostedURL != page.HostedURL {
		t.Fatalf("hosted again: %+v %v", again, err)
	}
	last := w.create(t, o)
	if left := w.prov.payable(o.OrderNo); len(left) != 1 || left[0] != last || last == first {
		t.Fatalf("payable: %v", left)
	}
	w.prov.move(last, payment.IntentSucceeded, "")
	if err := w.pay.Refresh(ctx, o.ID); err != nil {
		t.Fatal(err)
	}
	w.wants(t, o.ID, order.Processing, payment.AttemptSucceeded)
	if _, err := w.pay.Create(ctx, o, payment.URLs{}); fault.Code(err) != "already_paid" {
		t.Fatalf("create after paying: %v", err)
	}
	w.balanced(t)
}

// Two tabs: one attempt fails while the other tab opens a new one. At no time can two intents be paid.
func TestAFailureBesideANewAttempt(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.AddProduct(t, "plan", price, 10)
	o, first := w.placed(t)
	w.prov.move(first, payment.IntentOpen, "card_declined")
	w.hears(t, first)
	var second string
	w.prov.beforeCreate = func() {
		if left := w.prov.payable(o.OrderNo); len(left) > 0 {
			t.Errorf("%v can be paid while another intent is made", left)
		}
	}
	second = w.create(t, o)
	if second == first {
		t.Fatal("the failed attempt was used again")
	}
	if left := w.prov.payable(o.OrderNo); len(left) != 1 {
		t.Fatalf("payable: %v", left)
	}
	w.balanced(t)
}
