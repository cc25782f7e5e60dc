package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// Whoever may see an order gets its mails again once a minute and five times a day; staff are not bound by the day.
func TestABuyerGetsTheMailsAgainFiveTimesADay(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 50)
	o := f.Place(t, f.Submission("plan", 1, 650))
	ask := func() string { return fault.Code(f.Orders.MailBuyerAgain(ctx, o.ID, "v:ada")) }
	for n := range 5 {
		if code := ask(); code != "" {
			t.Fatalf("time %d: %s", n+1, code)
		}
		if code := ask(); code != "mail_too_soon" {
			t.Fatalf("right after time %d: %q", n+1, code)
		}
		f.Clock.Advance(time.Minute)
	}
	if code := ask(); code != "mail_too_often" {
		t.Fatalf("a sixth time: %q", code)
	}
	require.NoError(t, f.Orders.MailAgain(ctx, o.ID, "staff:eve"), "staff")
	f.Clock.Advance(24 * time.Hour)
	if code := ask(); code != "" {
		t.Fatalf("a day later: %s", code)
	}
	if code := fault.Code(f.Orders.MailBuyerAgain(ctx, o.ID+99, "v:ada")); code != "order_not_found" {
		t.Fatalf("an order that is not there: %q", code)
	}
}
