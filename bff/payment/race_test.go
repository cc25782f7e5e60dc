package payment_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/riverqueue/river"

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
		// The provider said canceled, and its word has not been booked yet: a success that follows pays the order.
		"before settle": {order.Processing, payment.AttemptSucceeded, "already_paid"},
	} {
		t.Run(point, func(t *testing.T) {
			t.Parallel()
			w := newTill(t)
			w.AddProduct(t, "plan", price, 10)
			o, intent := w.placed(t)
			var err error
			w.whileAt(t, point, func() { err = w.pay.Cancel(ctx, o, "test") }, func() {
				w.prov.move(intent, payment.IntentSucceeded, "")
				if point == "before settle" {
					w.hears(t, intent)
				}
			})
			if fault.Code(err) != want.code {
				t.Fatalf("cancel: %v, want %q", err, want.code)
			}
			w.hears(t, intent)
			w.wants(t, o.ID, want.status, want.attempt)
			w.balanced(t)
		})
	}
}

// A shopper whose card was refused gets the next card form, also when the refusal becomes known while it is being opened.
func TestARefusalThatArrivesWhileTheNextAttemptOpens(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.AddProduct(t, "plan", price, 10)
	o, intent := w.placed(t)
	var page payment.Page
	var err error
	w.whileAt(t, "before open", func() { page, err = w.pay.Create(ctx, o, payment.URLs{}) }, func() {
		w.prov.move(intent, payment.IntentOpen, "card_declined")
		w.hears(t, intent)
	})
	if err != nil || page.ClientSecret == "" || page.Attempt.Status != payment.AttemptOpen {
		t.Fatalf("create: %+v, %v", page.Attempt, err)
	}
	w.wants(t, o.ID, order.WaitingPayment, payment.AttemptOpen)
	w.balanced(t)
}

func TestACancelWaitsForASettlementThatIsUnderWay(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.AddProduct(t, "plan", price, 10)
	o, intent := w.placed(t)
	w.prov.move(intent, payment.IntentSucceeded, "")
	cancelled := make(chan error, 1)
	w.whileAt(t, "before commit", func() { w.hears(t, intent) }, func() {
		go func() { cancelled <- w.pay.Cancel(ctx, o, "test") }()
		select {
		case err := <-cancelled:
			t.Errorf("cancel did not wait for the lock: %v", err)
		case <-time.After(200 * time.Millisecond):
		}
	})
	if err := <-cancelled; fault.Code(err) != "already_paid" {
		t.Fatalf("cancel: %v", err)
	}
	w.wants(t, o.ID, order.Processing, payment.AttemptSucceeded)
	w.balanced(t)
}

func TestSuccessBeatsAnExpiryThatIsUnderWay(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.AddProduct(t, "plan", price, 10)
	o, intent := w.placed(t)
	w.Clock.Advance(moduletest.Window)
	// The payer approves at the moment the expiry wants to cancel: the provider refuses, and the order is paid.
	w.prov.beforeCancel = func() { w.prov.move(intent, payment.IntentSucceeded, "") }
	if err := w.pay.Expire(ctx, o.ID); err != nil {
		t.Fatalf("expire: %v", err)
	}
	w.wants(t, o.ID, order.Processing, payment.AttemptSucceeded)

	late, lateIntent := w.placed(t)
	w.prov.beforeCancel = nil
	w.Clock.Advance(moduletest.Window)
	w.whileAt(t, "attempts given up", func() { _ = w.pay.Expire(ctx, late.ID) },
		func() { w.prov.move(lateIntent, payment.IntentSucceeded, "") })
	w.hears(t, lateIntent)
	w.wants(t, late.ID, order.Cancelled, payment.AttemptLatePaid)
	w.balanced(t)
}

// The job queue goes by the database's clock, the window by the shop's.
func TestAnExpiryThatComesEarlyGivesUpNoPayment(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.AddProduct(t, "plan", price, 10)
	o, _ := w.placed(t)
	w.Clock.Advance(moduletest.Window - 7*time.Second)
	var later *river.JobSnoozeError
	if err := w.pay.Expire(ctx, o.ID); !errors.As(err, &later) || later.Duration != 7*time.Second {
		t.Fatalf("early: %v", err)
	}
	w.wants(t, o.ID, order.WaitingPayment, payment.AttemptOpen)
	w.Clock.Advance(7 * time.Second)
	if err := w.pay.Expire(ctx, o.ID); err != nil {
		t.Fatalf("expire: %v", err)
	}
	w.wants(t, o.ID, order.Cancelled, payment.AttemptCancelled)
	w.balanced(t)
}

func TestAPaymentUnderWayKeepsTheOrder(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.AddProduct(t, "plan", price, 10)
	o, intent := w.placed(t)
	w.prov.move(intent, payment.IntentProcessing, "")
	w.Clock.Advance(moduletest.Window)
	if err := w.pay.Expire(ctx, o.ID); err == nil {
		t.Fatal("the expiry did not ask to come back")
	}
	w.wants(t, o.ID, order.WaitingPayment, payment.AttemptProcessing)
	if err := w.pay.Cancel(ctx, o, "test"); fault.Code(err) != "payment_processing" {
		t.Fatalf("cancel: %v", err)
	}
	w.prov.move(intent, payment.IntentSucceeded, "")
	if err := w.pay.Expire(ctx, o.ID); err != nil {
		t.Fatalf("expire: %v", err)
	}
	w.wants(t, o.ID, order.Processing, payment.AttemptSucceeded)
	w.balanced(t)
}

// An intent that the provider makes while the order is cancelled is cancelled too, and its secret goes to nobody.
func TestAnOrderThatIsCancelledWhileItsIntentIsMade(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.AddProduct(t, "plan", price, 10)
	o := w.Place(t, w.Submission("plan", 1, price))
	var page payment.Page
	var err error
	w.whileAt(t, "intent created", func() { page, err = w.pay.Create(ctx, o, payment.URLs{}) }, func() {
		if err := w.pay.Cancel(ctx, o, "test"); fault.Code(err) != "in_progress" {
			t.Errorf("cancel at once: %v", err)
		}
		w.Clock.Advance(3 * time.Second)
		if err := w.pay.Cancel(ctx, o, "test"); err != nil {
			t.Errorf("cancel: %v", err)
		}
	})
	if page.ClientSecret != "" || fault.Code(err) != "order_expired" {
		t.Fatalf("create: secret %q, %v", page.ClientSecret, err)
	}
	w.wants(t, o.ID, order.Cancelled, payment.AttemptCancelled)
	w.balanced(t)
}

// While the order is being ended an attempt fails: its intent could be paid again, so it has to go, too.
func TestAnAttemptThatFailsDuringTheEndIsGivenUp(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.AddProduct(t, "plan", price, 10)
	o := w.Place(t, w.Submission("plan", 1, price))
	w.whileAt(t, "attempts given up", func() {
		if err := w.pay.Cancel(ctx, o, "test"); err != nil {
			t.Errorf("cancel: %v", err)
		}
	}, func() {
		intent := w.create(t, o)
		w.prov.move(intent, payment.IntentOpen, "card_declined")
		w.hears(t, intent)
	})
	w.wants(t, o.ID, order.Cancelled, payment.AttemptCancelled)
	w.balanced(t)
}

// The provider refuses to cancel because the bank is at work, and by the time it is asked the payment has failed.
func TestARefusedCancelIsAskedAgain(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.AddProduct(t, "plan", price, 10)
	o, intent := w.placed(t)
	w.prov.move(intent, payment.IntentProcessing, "")
	refused := false
	w.prov.beforeIntent = func() {
		if !refused {
			refused = true
			w.prov.move(intent, payment.IntentOpen, "card_declined")
		}
	}
	err := w.pay.Cancel(ctx, o, "test")
	if err != nil && fault.Code(err) != "payment_processing" {
		t.Fatalf("cancel: %v", err)
	}
	if err != nil {
		if err := w.pay.Cancel(ctx, o, "test"); err != nil {
			t.Fatalf("cancel again: %v", err)
		}
	}
	w.wants(t, o.ID, order.Cancelled, payment.AttemptCancelled)
	w.balanced(t)
}

func TestManySettlementsAtOnceSettleOnce(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.AddProduct(t, "plan", price, 10)
	o, intent := w.placed(t)
	w.prov.move(intent, payment.IntentSucceeded, "")
	outcomes := make(chan string, 12)
	var wg sync.WaitGroup
	w.whileAt(t, "before commit", func() { outcomes <- w.hears(t, intent) }, func() {
		for range 11 {
			wg.Go(func() { outcomes <- w.hears(t, intent) })
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
	w.wants(t, o.ID, order.Processing, payment.AttemptSucceeded)
	w.balanced(t)
}

func TestALateRefundIsGivenOnce(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.AddProduct(t, "plan", price, 10)
	o, intent := w.placed(t)
	if err := w.pay.Cancel(ctx, o, "test"); err != nil {
		t.Fatal(err)
	}
	w.prov.move(intent, payment.IntentSucceeded, "")
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() { w.hears(t, intent) })
	}
	wg.Wait()
	var id int64
	if err := w.DB.Gorm.Raw(`select id from refund`).Scan(&id).Error; err != nil {
		t.Fatal(err)
	}
	// The second run starts when the provider has given the money back and the first has not booked it yet.
	w.whileAt(t, "refunded at provider", func() {
		if err := w.pay.Refund(ctx, id); err != nil {
			t.Errorf("refund: %v", err)
		}
	}, func() {
		for range 4 {
			wg.Go(func() {
				if err := w.pay.Refund(ctx, id); err != nil {
					t.Errorf("refund again: %v", err)
				}
			})
		}
		wg.Wait()
	})
	if n := w.Count(t, `select count(*) from refund where state = 'succeeded'`); n != 1 || w.prov.refunded[intent] != price {
		t.Fatalf("%d refunds, %d given back", n, w.prov.refunded[intent])
	}
	if n := w.Count(t, `select count(*) from river_job where kind = 'order_mail' and args->>'template' = 'order_refunded'`); n != 1 {
		t.Fatalf("%d refund mails", n)
	}
	w.balanced(t)
}

// A scan-to-pay code that ran out is cancelled at the provider before there is a new one; until then the page keeps it.
func TestACodeThatRanOutIsReplaced(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.AddProduct(t, "plan", price, 10)
	s := w.Submission("plan", 1, price)
	s.PaymentMethod = "wechat_pay"
	o := w.Place(t, s)
	first := w.create(t, o)
	w.Exec(t, `update payment_attempt set qr_expires_at = ?`, w.Clock.Now().Add(10*time.Minute))
	if again := w.create(t, o); again != first {
		t.Errorf("a code that is good was replaced by %s", again)
	}
	w.Clock.Advance(10 * time.Minute)
	next := w.create(t, o)
	if next == first || w.prov.intents[first].Status != payment.IntentCanceled {
		t.Errorf("the code after %s, which is %s, is %s", first, w.prov.intents[first].Status, next)
	}
	w.prov.move(next, payment.IntentSucceeded, "")
	w.hears(t, next)
	w.status(t, o, order.Processing)
	w.balanced(t)
}
