package app_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/esim"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

const submit = "/gw/cq-ordercharge/order/encryptSubmit"

// A caller that knows only the contract buys an eSIM and a SIM card in one order.
func TestAGuestBuysAnESIMAndACard(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	var cart gen.Cart
	p.Post("/gw/mall/cart/add", map[string]any{"goodsId": "jp-10g-15", "simType": "esim", "quantity": 1}).
		RequireCode(t, http.StatusUnprocessableEntity, "validation_failed")
	p.Post("/gw/mall/cart/add", map[string]any{"goodsId": "jp-10g-15", "simType": "esim", "quantity": 2, "compatibilityConfirmed": true}).Into(t, &cart)
	p.Post("/gw/mall/cart/add", map[string]any{"goodsId": "jp-10g-15", "simType": "physical", "quantity": 1}).Into(t, &cart)
	if cart.Count != 3 || cart.Subtotal != 3*1590 || cart.Currency != "USD" {
		t.Fatalf("cart: %+v", cart)
	}

	b := p.Budget(map[string]any{"source": "cart", "destination": "HK", "shippingMethod": "standard"})
	if b.OrderTotal != 3*1590+300 || b.FreightAmount != 300 || len(b.Lines) != 2 || !b.NeedsAddress {
		t.Fatalf("budget: %+v", b)
	}
	order := gen.SubmitOrderBody{
		Source: "cart", Destination: "HK", ShippingMethod: "standard", Address: apptest.Address(), PaymentMethod: "card",
		Contact: gen.OrderContact{FirstName: "Ada", Email: "Ada@Example.com"}, ExpectedTotal: b.OrderTotal,
	}
	wrong := order
	wrong.ExpectedTotal--
	p.Seal(submit, wrong, "Idempotency-Key", apptest.Key()).RequireCode(t, http.StatusConflict, "price_changed")
	p.Seal(submit, order).RequireCode(t, http.StatusBadRequest, "idempotency_key_required")
	// The order says nothing about the terms, as the contract has it; a form that asked and got no is refused.
	declined := order
	declined.Agree = new(false)
	p.Seal(submit, declined, "Idempotency-Key", apptest.Key()).RequireCode(t, http.StatusUnprocessableEntity, "validation_failed")

	placed := p.Place(order)
	if placed.Status != "waiting_payment" || placed.Total != b.OrderTotal {
		t.Fatalf("placed: %+v", placed)
	}
	p.Get("/gw/mall/cart").Into(t, &cart)
	if cart.Count != 0 {
		t.Fatalf("the cart still holds %d", cart.Count)
	}

	secret, _ := p.Create(placed.OrderNo)
	if again, _ := p.Create(placed.OrderNo); again != secret {
		t.Fatal("a second call opened a second attempt")
	}
	if status := p.Confirm(secret, "pm_card_visa"); status != http.StatusOK {
		t.Fatalf("confirm: %d", status)
	}
	waittest.Eventually(t, "the order is delivered", func() bool { return p.Detail(placed.OrderNo).Items[0].State == "ready_to_install" })
	o := p.Detail(strings.ToLower(placed.OrderNo))
	if o.Status != "processing" || o.Items[1].State != "preparing" || o.Stepper[1].At == nil || o.Stepper[3].At != nil {
		t.Fatalf("an order with a card waits for its parcel: %+v", o)
	}
	p.Post("/gw/cq-ordercharge/order/cancel", map[string]any{"orderNo": placed.OrderNo, "confirm": true}).
		RequireCode(t, http.StatusConflict, "already_paid")

	var kit gen.Install
	p.Get("/gw/sim/us/install", "orderNo", placed.OrderNo).Into(t, &kit)
	lpa, err := esim.ParseLPA(kit.Lpa)
	if err != nil || lpa.SMDP != kit.Smdp || lpa.MatchingID != kit.MatchingId || *kit.Units != 2 {
		t.Fatalf("install kit: %v", err)
	}
	if !strings.HasPrefix(kit.QrSvg, "<svg") || !strings.Contains(kit.IosUrl, "esimsetup.apple.com") {
		t.Fatal("no code or no link in the kit")
	}

	stranger := shop.Shopper(t)
	for _, path := range []string{"/gw/cq-ordercharge/order/detail", "/gw/sim/us/install", "/gw/cq-ordercharge/payment/us/status"} {
		stranger.Get(path, "orderNo", placed.OrderNo).RequireCode(t, http.StatusNotFound, "order_not_found")
	}

	waittest.Eventually(t, "two mails", func() bool { return len(shop.Mails("Ada@Example.com")) == 2 })
	keys := map[string]apptest.Mail{}
	for _, m := range shop.Mails("Ada@Example.com") {
		keys[strings.Split(m.Key, ":")[2]] = m // site/order:id:template, and what of the order it is about
		if strings.Contains(m.Text+m.HTML+m.Subject, kit.MatchingId) {
			t.Fatalf("the mail %q holds the activation code as text", m.Subject)
		}
	}
	if !strings.Contains(keys["esim_delivered"].HTML, ">Japan 10GB 15 days · card number ending "+kit.IccidLast4+"<") {
		t.Error("the delivery mail does not say which code installs what")
	}
	if len(keys["esim_delivered"].Attachments) != 2 || keys["order_paid"].Subject == "" {
		t.Fatalf("mails: %+v", keys)
	}
}

// An order of eSIMs alone is complete when its mail has gone out.
func TestADigitalOrderCompletesItself(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	onHand := count(t, shop, `select on_hand from stock where tenant_id = 20 and sku = 'jp-3g-7:esim'`)
	placed := p.Place(apptest.Order("jp-3g-7", "esim", 650, nil))
	secret, _ := p.Create(placed.OrderNo)
	p.Confirm(secret, "pm_card_visa")
	waittest.Eventually(t, "the order is completed", func() bool { return p.Detail(placed.OrderNo).Status == "completed" })
	for _, s := range p.Detail(placed.OrderNo).Stepper {
		if s.At == nil {
			t.Errorf("step %s has no time", s.Step)
		}
	}
	var left struct{ OnHand, Allocated int }
	require.NoError(t, shop.DB.Gorm.Raw(`select on_hand, allocated from stock where tenant_id = 20 and sku = 'jp-3g-7:esim'`).Scan(&left).Error)
	if left.OnHand != onHand-1 || left.Allocated != 0 {
		t.Fatalf("stock after one sale: %+v", left)
	}
}

// Somebody who mistypes the order number tries again with the code that is in the mail; the order that it finds uses it up.
func TestAMistypedOrderNumberCostsNoCode(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	placed := shop.Shopper(t).Place(apptest.Order("jp-3g-7", "esim", 650, nil))
	other := shop.Shopper(t)
	const mailbox = "ada@example.com"
	code := other.Code(mailbox, "track")
	ask := func(no string) apptest.Answer {
		return other.Post(track, map[string]string{"orderNo": no, "email": mailbox, "code": code})
	}
	ask("260301AAAAAAAAA").RequireCode(t, http.StatusNotFound, "order_not_found")
	ask(placed.OrderNo).Into(t, &gen.Order{})
	ask(placed.OrderNo).RequireCode(t, http.StatusUnprocessableEntity, "code_incorrect")
	if o := other.Detail(placed.OrderNo); o.OrderNo != placed.OrderNo {
		t.Fatal("the order cannot be read")
	}
}

// Cart and checkout agree about what sold out: it is shown, marked, and part of no amount.
func TestCartAndCheckoutCountWhatCanBeBought(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	var cart gen.Cart
	p.Post("/gw/mall/cart/add", map[string]any{"goodsId": "jp-10g-15", "simType": "esim", "quantity": 2, "compatibilityConfirmed": true}).Into(t, &cart)
	p.Post("/gw/mall/cart/add", map[string]any{"goodsId": "jp-10g-15", "simType": "physical", "quantity": 1}).Into(t, &cart)
	exec(t, shop, `update stock set on_hand = allocated where tenant_id = 20 and sku = 'jp-10g-15:physical'`)
	p.Get("/gw/mall/cart").Into(t, &cart)
	b := p.Budget(map[string]any{"source": "cart"})
	if cart.Subtotal != 2*1590 || cart.SelectedCount != 2 || !cart.AllSelected || cart.Items[1].Available {
		t.Errorf("cart: %+v", cart)
	}
	if b.Subtotal != cart.Subtotal || b.OrderTotal != b.Subtotal || b.NeedsAddress || len(b.Lines) != 2 || b.Lines[1].Available {
		t.Errorf("budget: %+v", b)
	}
	order := apptest.Order("", "", b.OrderTotal, nil)
	order.Source, order.Item = "cart", nil
	p.Seal(submit, order, "Idempotency-Key", apptest.Key()).RequireCode(t, http.StatusConflict, "stock_unavailable")
	exec(t, shop, `update stock set on_hand = allocated where tenant_id = 20 and sku = 'jp-10g-15:esim'`)
	p.Get("/gw/mall/cart").Into(t, &cart)
	if cart.SelectedCount != 0 || cart.AllSelected {
		t.Errorf("a cart of which nothing is left: %+v", cart)
	}
	for _, nothing := range []string{"no-such-plan", "%00no-such-plan", "%FF"} {
		if page := readPageData(t, p, "/zh/order?buyNow="+nothing+"&simType=esim"); page.Status != http.StatusNotFound {
			t.Errorf("checkout of %s: %d", nothing, page.Status)
		}
	}
}

// Who sees a customer's checkout is not taken for a guest when the session is over meanwhile.
func TestACustomersCheckoutOutlivesNoSession(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Customer(t, "ada@example.com")
	order := apptest.Order("jp-3g-7", "esim", 650, nil)
	order.Customer = new(true)
	p.Budget(gen.DoBudgetBody{Source: order.Source, Item: order.Item, Customer: order.Customer})
	p.Get("/gw/auth/token/logout")
	p.Post("/gw/cq-ordercharge/order/doBudget", gen.DoBudgetBody{Source: order.Source, Item: order.Item, Customer: order.Customer}).
		RequireCode(t, http.StatusUnauthorized, "login_required")
	p.Seal(submit, order, "Idempotency-Key", apptest.Key()).RequireCode(t, http.StatusUnauthorized, "login_required")
	order.Customer = nil
	p.Place(order)
}
