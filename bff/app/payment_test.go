package app_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

func shortWindow(c *config.Config) { c.Rules.PaymentWindow = 3 * time.Second }

// An unpaid order ends with its window: cancelled at the provider and here, and its stock is back. A success that comes
// later all the same is given back in full.
func TestAnUnpaidOrderExpiresAndALateSuccessIsRefunded(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{Config: shortWindow})
	p := shop.Shopper(t)
	placed := p.Place(apptest.Order("jp-10g-15", "physical", 1890, apptest.Address()))
	secret, intent := p.Create(placed.OrderNo)
	waittest.Eventually(t, "the order is cancelled", func() bool { return p.Detail(placed.OrderNo).Status == "cancelled" })
	if o := p.Detail(placed.OrderNo); o.CancelReason != "expired" || o.Cancellable {
		t.Fatalf("order: %+v", o)
	}
	if n := count(t, shop, `select allocated from stock where tenant_id = 20 and sku = 'jp-10g-15:physical'`); n != 0 {
		t.Fatalf("allocated %d after the end", n)
	}
	p.Post("/gw/cq-ordercharge/payment/us/create", map[string]string{"orderNo": placed.OrderNo}).RequireCode(t, http.StatusNotFound,
		"order_expired")
	if status := p.Confirm(secret, "pm_card_visa"); status == http.StatusOK {
		t.Fatal("a cancelled intent could be paid")
	}

	shop.Control("/intents/"+intent+"/succeed", map[string]any{})
	waittest.Eventually(t, "the late payment is refunded", func() bool {
		o := p.Detail(placed.OrderNo)
		return len(o.Refunds) == 1 && o.Refunds[0].State == "refunded" && o.Refunds[0].Amount == placed.Total
	})
	var state gen.PaymentState
	p.Get("/gw/cq-ordercharge/payment/us/status", "orderNo", placed.OrderNo).Into(t, &state)
	if state.OrderStatus != "cancelled" || state.AttemptStatus != "late_paid" || !*state.LateRefund {
		t.Fatalf("state: %+v", state)
	}
	shop.Control("/webhooks/release", map[string]any{"order": "shuffle", "duplicate": 3, "intent": intent})
	waittest.Eventually(t, "the refund mail", func() bool {
		for _, m := range shop.Mails("ada@example.com") {
			if len(m.Key) > 0 && m.Text != "" && contains(m.Key, "order_refunded") {
				return true
			}
		}
		return false
	})
	if n := count(t, shop, `select count(*) from refund`); n != 1 {
		t.Fatalf("%d refunds", n)
	}
}

// Who goes back from the payment page at once and cancels meets a payment that is still being opened, and is not told to
// come back later.
func TestAnOrderIsCancelledWhileItsPaymentIsBeingOpened(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	placed := p.Place(apptest.Order("jp-3g-7", "esim", 650, nil))
	opened := count(t, shop, `
		with o as (select id, tenant_id, payment_method, order_total, currency from orders where order_no = ?),
		a as (insert into payment_attempt (tenant_id, order_id, method, channel, status, amount, currency, created_at, updated_at)
		      select tenant_id, id, payment_method, 'intent', 'open', order_total, currency, now(), now() from o returning 1)
		select count(*) from a`, placed.OrderNo)
	if opened != 1 {
		t.Fatal("no attempt was opened")
	}
	var cancelled gen.Order
	p.Post("/gw/cq-ordercharge/order/cancel", map[string]any{"orderNo": placed.OrderNo, "confirm": true}).Into(t, &cancelled)
	if cancelled.Status != "cancelled" {
		t.Fatalf("the order is %s", cancelled.Status)
	}
}

// A decline says why, keeps the order, and the next try pays it.
func TestADeclinedCardMayTryAgain(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	placed := p.Place(apptest.Order("jp-3g-7", "esim", 650, nil))
	secret, _ := p.Create(placed.OrderNo)
	if status := p.Confirm(secret, "pm_card_chargeDeclinedInsufficientFunds"); status != http.StatusPaymentRequired {
		t.Fatalf("confirm: %d", status)
	}
	var state gen.PaymentState
	waittest.Eventually(t, "the decline is known", func() bool {
		p.Get("/gw/cq-ordercharge/payment/us/status", "orderNo", placed.OrderNo).Into(t, &state)
		return state.AttemptStatus == "failed"
	})
	if state.OrderStatus != "waiting_payment" || state.LastError == nil || state.LastError.Code != "insufficient_funds" || state.LastError.Message == "" {
		t.Fatalf("state: %+v", state.LastError)
	}
	again, _ := p.Create(placed.OrderNo)
	if again == secret {
		t.Fatal("the failed attempt was opened again")
	}
	if status := p.Confirm(secret, "pm_card_visa"); status == http.StatusOK {
		t.Fatal("the old attempt could still be paid")
	}
	p.Confirm(again, "pm_card_visa")
	waittest.Eventually(t, "paid", func() bool { return p.Detail(placed.OrderNo).Status == "completed" })
	if n := count(t, shop, `select count(*) from payment_attempt where status = 'succeeded'`); n != 1 {
		t.Fatalf("%d paid attempts", n)
	}
}

// A payment whose webhook never comes is found by asking.
func TestALostWebhookIsNotALostPayment(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	placed := p.Place(apptest.Order("jp-3g-7", "esim", 650, nil))
	secret, _ := p.Create(placed.OrderNo)
	shop.Control("/faults", map[string]any{"webhookHold": true})
	p.Confirm(secret, "pm_card_visa")
	var state gen.PaymentState
	waittest.Eventually(t, "the status call finds the payment", func() bool {
		p.Get("/gw/cq-ordercharge/payment/us/status", "orderNo", placed.OrderNo).Into(t, &state)
		return state.AttemptStatus == "succeeded"
	})
	waittest.Eventually(t, "the order is completed", func() bool { return p.Detail(placed.OrderNo).Status == "completed" })
	shop.Control("/webhooks/release", map[string]any{"order": "reverse", "duplicate": 2})
	waittest.Eventually(t, "the late webhooks are worked", func() bool {
		return count(t, shop, `select count(*) from payment_event where processed_at is not null and type = 'payment_intent.succeeded'`) > 0
	})
	if n := count(t, shop, `select count(*) from esim_profile where state = 'delivered'`); n != 1 {
		t.Fatalf("%d profiles delivered", n)
	}
	if n := len(shop.Mails("ada@example.com")); n != 2 {
		t.Fatalf("%d mails", n)
	}
}

// Money of the wrong amount is not fulfilled; it is held for somebody to look at.
func TestAWrongAmountIsHeld(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	placed := p.Place(apptest.Order("jp-3g-7", "esim", 650, nil))
	_, intent := p.Create(placed.OrderNo)
	shop.Control("/intents/"+intent+"/succeed", map[string]any{"amount": 1})
	waittest.Eventually(t, "the attempt is held", func() bool {
		return count(t, shop, `select count(*) from payment_attempt where status = 'review'`) == 1
	})
	if o := p.Detail(placed.OrderNo); o.Status != "waiting_payment" {
		t.Fatalf("order: %s", o.Status)
	}
	if n := count(t, shop, `select count(*) from esim_profile where state <> 'available'`); n != 0 {
		t.Fatalf("%d profiles left the pool", n)
	}
}

// A shopper cancels; the intent is dead at the provider, the stock is back, and cancelling again changes nothing.
func TestAShopperCancels(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	order := apptest.Order("jp-10g-15", "esim", 1590, nil)
	order.Coupon = "WELCOME10"
	order.ExpectedTotal = 1431
	placed := p.Place(order)
	secret, _ := p.Create(placed.OrderNo)
	p.Post("/gw/cq-ordercharge/order/cancel", map[string]any{"orderNo": placed.OrderNo}).RequireCode(t, http.StatusUnprocessableEntity, "validation_failed")
	var o gen.Order
	for range 2 {
		p.Post("/gw/cq-ordercharge/order/cancel", map[string]any{"orderNo": placed.OrderNo, "confirm": true}).Into(t, &o)
	}
	if o.Status != "cancelled" || o.CancelReason != "customer" {
		t.Fatalf("order: %+v", o)
	}
	if p.Confirm(secret, "pm_card_visa") == http.StatusOK {
		t.Fatal("a cancelled order could be paid")
	}
	if n := count(t, shop, `select used from promo_code where tenant_id = 20 and code = 'WELCOME10'`); n != 0 {
		t.Fatalf("the promo code counts %d uses", n)
	}
	if n := count(t, shop, `select sum(allocated) from stock`); n != 0 {
		t.Fatalf("%d still allocated", n)
	}
	p.Place(order)
}

// While the provider is away the order waits, and the page is told so.
func TestPaymentsWaitForTheProvider(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	placed := p.Place(apptest.Order("jp-3g-7", "esim", 650, nil))
	shop.Control("/faults", map[string]any{"outage": "503"})
	p.Post("/gw/cq-ordercharge/payment/us/create", map[string]string{"orderNo": placed.OrderNo}).
		RequireCode(t, http.StatusServiceUnavailable, "payment_unavailable")
	shop.Control("/reset", map[string]any{})
	if secret, _ := p.Create(placed.OrderNo); secret == "" {
		t.Fatal("no attempt after the outage")
	}
}

// The provider repeats a failure for the key that met it, so the next attempt has another: the order is paid all the
// same.
func TestAFailureThatTheProviderRepeatsIsRetriedWithANewKey(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	placed := p.Place(apptest.Order("jp-3g-7", "esim", 650, nil))
	shop.Control("/faults", map[string]any{"outage": "500"})
	p.Post("/gw/cq-ordercharge/payment/us/create", map[string]string{"orderNo": placed.OrderNo}).
		RequireCode(t, http.StatusServiceUnavailable, "payment_unavailable")
	shop.Control("/faults", map[string]any{"outage": ""})
	secret, _ := p.Create(placed.OrderNo)
	if status := p.Confirm(secret, "pm_card_visa"); status != http.StatusOK {
		t.Fatalf("confirm: %d", status)
	}
	waittest.Eventually(t, "the order is completed", func() bool { return p.Detail(placed.OrderNo).Status == "completed" })
}

// The answer to the call that makes an intent is lost: the next call finds the same intent.
func TestALostAnswerMakesNoSecondIntent(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	placed := p.Place(apptest.Order("jp-3g-7", "esim", 650, nil))
	shop.Control("/faults", map[string]any{"outage": "lost_response", "outageCount": 1})
	first := p.Post("/gw/cq-ordercharge/payment/us/create", map[string]string{"orderNo": placed.OrderNo})
	// On a connection that was in use before, net/http asks again by itself, with the same key.
	if first.HTTP != http.StatusOK {
		first.RequireCode(t, http.StatusServiceUnavailable, "payment_unavailable")
	}
	p.Create(placed.OrderNo)
	if n := count(t, shop, `select count(*) from sandbox.object where id like 'pi\_%'`); n != 1 {
		t.Fatalf("%d intents at the provider", n)
	}
}
