package payment_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

func TestSuccessBeatsACancelThatIsUnderWay(t *testing.T) {
	t.Parallel()
	for point, want := range map[string]struct {
		status  order.Status
		attempt string
		code    string
	}{
		// The provider has been asked to cancel before the payer approved: the money comes too late.
		"attempts given up": {order.Cancelled, payment.AttemptLatePaid, ""},
		// The provider answered canceled, and this has not been booked yet: a success that follows pays the order.
		"before settle": {order.Processing, payment.AttemptSucceeded, "already_paid"},
	} {
		t.Run(point, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			f.AddProduct(t, "plan", price, 10)
			o, intent := f.placeOrder(t)
			var err error
			f.pauseAt(t, point, func() { err = f.pay.Cancel(ctx, o, "test") }, func() {
				f.provider.setStatus(intent, payment.IntentSucceeded, "")
				if point == "before settle" {
					f.applyIntent(t, intent)
				}
			})
			if fault.Code(err) != want.code {
				t.Fatalf("cancel: %v, want %q", err, want.code)
			}
			f.applyIntent(t, intent)
			f.requireState(t, o.ID, want.status, want.attempt)
			f.requireBalance(t)
		})
	}
}

// A shopper whose card was refused gets the next card form, also when the refusal becomes known while it is being opened.
func TestADeclineDuringCreateGivesTheNextAttempt(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, intent := f.placeOrder(t)
	var page payment.Page
	var err error
	f.pauseAt(t, "before open", func() { page, err = f.pay.Create(ctx, o, payment.URLs{}) }, func() {
		f.provider.setStatus(intent, payment.IntentOpen, "card_declined")
		f.applyIntent(t, intent)
	})
	if err != nil || page.ClientSecret == "" || page.Attempt.Status != payment.AttemptOpen {
		t.Fatalf("create: %+v, %v", page.Attempt, err)
	}
	f.requireState(t, o.ID, order.WaitingPayment, payment.AttemptOpen)
	f.requireBalance(t)
}

func TestACancelWaitsForASettlementThatIsUnderWay(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, intent := f.placeOrder(t)
	f.provider.setStatus(intent, payment.IntentSucceeded, "")
	cancelled := make(chan error, 1)
	f.pauseAt(t, "before commit", func() { f.applyIntent(t, intent) }, func() {
		go func() { cancelled <- f.pay.Cancel(ctx, o, "test") }()
		select {
		case err := <-cancelled:
			t.Errorf("cancel did not wait for the lock: %v", err)
		case <-time.After(200 * time.Millisecond):
		}
	})
	if err := <-cancelled; fault.Code(err) != "already_paid" {
		t.Fatalf("cancel: %v", err)
	}
	f.requireState(t, o.ID, order.Processing, payment.AttemptSucceeded)
	f.requireBalance(t)
}

func TestSuccessBeatsAnExpiryThatIsUnderWay(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, intent := f.placeOrder(t)
	f.Clock.Advance(moduletest.Window)
	// The payer approves at the moment the expiry wants to cancel: the provider refuses, and the order is paid.
	f.provider.beforeCancel = func() { f.provider.setStatus(intent, payment.IntentSucceeded, "") }
	require.NoError(t, f.pay.Expire(ctx, o.ID), "expire")
	f.requireState(t, o.ID, order.Processing, payment.AttemptSucceeded)

	late, lateIntent := f.placeOrder(t)
	f.provider.beforeCancel = nil
	f.Clock.Advance(moduletest.Window)
	f.pauseAt(t, "attempts given up", func() { _ = f.pay.Expire(ctx, late.ID) },
		func() { f.provider.setStatus(lateIntent, payment.IntentSucceeded, "") })
	f.applyIntent(t, lateIntent)
	f.requireState(t, late.ID, order.Cancelled, payment.AttemptLatePaid)
	f.requireBalance(t)
}

// The job queue goes by the database's clock, the window by the shop's.
func TestAnExpiryThatComesEarlyGivesUpNoPayment(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, _ := f.placeOrder(t)
	f.Clock.Advance(moduletest.Window - 7*time.Second)
	var later *river.JobSnoozeError
	if err := f.pay.Expire(ctx, o.ID); !errors.As(err, &later) || later.Duration != 7*time.Second {
		t.Fatalf("early: %v", err)
	}
	f.requireState(t, o.ID, order.WaitingPayment, payment.AttemptOpen)
	f.Clock.Advance(7 * time.Second)
	require.NoError(t, f.pay.Expire(ctx, o.ID), "expire")
	f.requireState(t, o.ID, order.Cancelled, payment.AttemptCancelled)
	f.requireBalance(t)
}

func TestAPaymentUnderWayKeepsTheOrder(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, intent := f.placeOrder(t)
	f.provider.setStatus(intent, payment.IntentProcessing, "")
	f.Clock.Advance(moduletest.Window)
	if err := f.pay.Expire(ctx, o.ID); err == nil {
		t.Fatal("the expiry did not ask to come back")
	}
	f.requireState(t, o.ID, order.WaitingPayment, payment.AttemptProcessing)
	if err := f.pay.Cancel(ctx, o, "test"); fault.Code(err) != "payment_processing" {
		t.Fatalf("cancel: %v", err)
	}
	f.provider.setStatus(intent, payment.IntentSucceeded, "")
	require.NoError(t, f.pay.Expire(ctx, o.ID), "expire")
	f.requireState(t, o.ID, order.Processing, payment.AttemptSucceeded)
	f.requireBalance(t)
}

// An intent that the provider makes while the order is cancelled is cancelled too, and its secret goes to nobody.
func TestAnOrderCancelledDuringCreateIntentIsNotPayable(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o := f.Place(t, f.Submission("plan", 1, price))
	var page payment.Page
	var err error
	f.pauseAt(t, "intent created", func() { page, err = f.pay.Create(ctx, o, payment.URLs{}) }, func() {
		if err := f.pay.Cancel(ctx, o, "test"); fault.Code(err) != "in_progress" {
			t.Errorf("cancel at once: %v", err)
		}
		f.Clock.Advance(3 * time.Second)
		if err := f.pay.Cancel(ctx, o, "test"); err != nil {
			t.Errorf("cancel: %v", err)
		}
	})
	if page.ClientSecret != "" || fault.Code(err) != "order_expired" {
		t.Fatalf("create: secret %q, %v", page.ClientSecret, err)
	}
	f.requireState(t, o.ID, order.Cancelled, payment.AttemptCancelled)
	f.requireBalance(t)
}

// While the order is being ended an attempt fails: its intent could be paid again, so it has to go, too.
func TestAnAttemptThatFailsDuringCancelIsGivenUp(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o := f.Place(t, f.Submission("plan", 1, price))
	f.pauseAt(t, "attempts given up", func() {
		if err := f.pay.Cancel(ctx, o, "test"); err != nil {
			t.Errorf("cancel: %v", err)
		}
	}, func() {
		intent := f.createIntent(t, o)
		f.provider.setStatus(intent, payment.IntentOpen, "card_declined")
		f.applyIntent(t, intent)
	})
	f.requireState(t, o.ID, order.Cancelled, payment.AttemptCancelled)
	f.requireBalance(t)
}

// The provider refuses to cancel because the bank is at work, and by the time it is asked the payment has failed.
func TestARefusedCancelIsRetried(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, intent := f.placeOrder(t)
	f.provider.setStatus(intent, payment.IntentProcessing, "")
	refused := false
	f.provider.beforeIntent = func() {
		if !refused {
			refused = true
			f.provider.setStatus(intent, payment.IntentOpen, "card_declined")
		}
	}
	err := f.pay.Cancel(ctx, o, "test")
	if err != nil && fault.Code(err) != "payment_processing" {
		t.Fatalf("cancel: %v", err)
	}
	if err != nil {
		require.NoError(t, f.pay.Cancel(ctx, o, "test"), "cancel again")
	}
	f.requireState(t, o.ID, order.Cancelled, payment.AttemptCancelled)
	f.requireBalance(t)
}

func TestManySettlementsAtOnceSettleOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, intent := f.placeOrder(t)
	f.provider.setStatus(intent, payment.IntentSucceeded, "")
	outcomes := make(chan string, 12)
	var wg sync.WaitGroup
	f.pauseAt(t, "before commit", func() { outcomes <- f.applyIntent(t, intent) }, func() {
		for range 11 {
			wg.Go(func() { outcomes <- f.applyIntent(t, intent) })
		}
		time.Sleep(50 * time.Millisecond)
	})
	wg.Wait()
	close(outcomes)
	seen := map[string]int{}
	for out := range outcomes {
		seen[out]++
	}
	if seen[payment.OutcomePaid] != 1 || seen[payment.OutcomeNothing] != 11 {
		t.Fatalf("outcomes: %v", seen)
	}
	f.requireState(t, o.ID, order.Processing, payment.AttemptSucceeded)
	f.requireBalance(t)
}

func TestALateRefundIsGivenOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, intent := f.placeOrder(t)
	require.NoError(t, f.pay.Cancel(ctx, o, "test"))
	f.provider.setStatus(intent, payment.IntentSucceeded, "")
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() { f.applyIntent(t, intent) })
	}
	wg.Wait()
	var id int64
	require.NoError(t, f.DB.Gorm.Raw(`select id from refund`).Scan(&id).Error)
	// The second run starts when the provider has given the money back and the first has not booked it yet.
	f.pauseAt(t, "refunded at provider", func() {
		if err := f.pay.Refund(ctx, id); err != nil {
			t.Errorf("refund: %v", err)
		}
	}, func() {
		for range 4 {
			wg.Go(func() {
				if err := f.pay.Refund(ctx, id); err != nil {
					t.Errorf("refund again: %v", err)
				}
			})
		}
		wg.Wait()
	})
	if n := f.Count(t, `select count(*) from refund where state = 'succeeded'`); n != 1 || f.provider.refunded[intent] != price {
		t.Fatalf("%d refunds, %d given back", n, f.provider.refunded[intent])
	}
	if n := f.Count(t, `select count(*) from river_job where kind = 'order_mail' and args->>'template' = 'order_refunded'`); n != 1 {
		t.Fatalf("%d refund mails", n)
	}
	f.requireBalance(t)
}

// A scan-to-pay code that ran out is cancelled at the provider before there is a new one; until then the page keeps it.
func TestAnExpiredCodeIsReplaced(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	s := f.Submission("plan", 1, price)
	s.PaymentMethod = "wechat_pay"
	o := f.Place(t, s)
	first := f.createIntent(t, o)
	f.Exec(t, `update payment_attempt set qr_expires_at = ?`, f.Clock.Now().Add(10*time.Minute))
	if again := f.createIntent(t, o); again != first {
		t.Errorf("a code that is good was replaced by %s", again)
	}
	f.Clock.Advance(10 * time.Minute)
	next := f.createIntent(t, o)
	if next == first || f.provider.intents[first].Status != payment.IntentCanceled {
		t.Errorf("the code after %s, which is %s, is %s", first, f.provider.intents[first].Status, next)
	}
	f.provider.setStatus(next, payment.IntentSucceeded, "")
	f.applyIntent(t, next)
	f.requireStatus(t, o, order.Processing)
	f.requireBalance(t)
}
