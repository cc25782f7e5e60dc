package app_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

const orderAgain = "/gw/cq-ordercharge/order/again"

// Who wants to pay another way goes back to the checkout with all that the order held, and with nothing else selected.
func TestAnOrderIsPlacedAgain(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	add := func(goods, simType string, quantity int, more map[string]any) {
		t.Helper()
		body := map[string]any{"goodsId": goods, "simType": simType, "quantity": quantity, "compatibilityConfirmed": true}
		maps.Copy(body, more)
		p.Post("/gw/mall/cart/add", body).Into(t, &gen.Cart{})
	}
	var numbers []struct{ NumberID string }
	p.Get("/gw/mall/goods/numbers", "goodsId", "m-hk-30g").Into(t, &numbers)
	add("jp-10g-15", "physical", 2, nil)
	add("m-hk-30g", "esim", 1, map[string]any{"numberId": numbers[0].NumberID})
	selection := map[string]any{"source": "cart", "destination": "HK", "shippingMethod": "express", "coupon": "WELCOME10"}
	b := p.Budget(selection)
	body := gen.SubmitOrderBody{
		Source: "cart", Destination: "HK", ShippingMethod: "express", Coupon: "WELCOME10", Address: apptest.Address(), PaymentMethod: "card",
		Contact: gen.OrderContact{FirstName: "Ada", Email: "ada@example.com", Phone: "+85251234567"}, ExpectedTotal: b.OrderTotal,
	}
	placed := p.Place(body)
	p.Create(placed.OrderNo)
	add("jp-3g-7", "esim", 1, nil)
	add("jp-10g-15", "physical", 1, nil)

	again := map[string]any{"orderNo": placed.OrderNo, "confirm": true}
	shop.Shopper(t).Post(orderAgain, again).RequireCode(t, http.StatusNotFound, "order_not_found")
	p.Post(orderAgain, map[string]any{"orderNo": placed.OrderNo, "confirm": false}).RequireCode(t, http.StatusUnprocessableEntity, "validation_failed")
	var to gen.OrderAgain
	for range 2 { // pressed twice
		p.Post(orderAgain, again, "langId", "1").Into(t, &to)
		if to.Checkout != "/zh/order?again="+placed.OrderNo {
			t.Errorf("goes on at %s", to.Checkout)
		}
	}
	if o := p.Detail(placed.OrderNo); o.Status != "cancelled" || o.CancelReason != "customer" {
		t.Errorf("the order before: %s, %s", o.Status, o.CancelReason)
	}
	var page struct {
		Data gen.OrderPage `json:"data"`
	}
	p.Get("/gw/page/query", "path", to.Checkout).Into(t, &page)
	found := page.Data
	if found.Budget.OrderTotal != b.OrderTotal || len(found.Budget.Lines) != 2 {
		t.Errorf("costs %d with %d lines, cost %d with 2", found.Budget.OrderTotal, len(found.Budget.Lines), b.OrderTotal)
	}
	if f := found.Former; f == nil || f.Contact.Email != "ada@example.com" || f.Contact.Phone != "+85251234567" || f.Address == nil || f.Address.City != "Hong Kong" {
		t.Errorf("filled in: %+v", f)
	}
	body.PaymentMethod = "alipay"
	second := p.Place(body)
	if second.Total != placed.Total {
		t.Errorf("placed again for %d, was %d", second.Total, placed.Total)
	}
	var left gen.Cart
	p.Get("/gw/mall/cart").Into(t, &left)
	if len(left.Items) != 1 || left.Items[0].GoodsId != "jp-3g-7" {
		t.Errorf("left in the cart: %+v", left.Items)
	}
	if n := count(t, shop, `select allocated from stock where tenant_id = 20 and sku = 'jp-10g-15:physical'`); n != 2 {
		t.Errorf("%d cards are set aside, want 2", n)
	}

	// A browser that may not see the order is not told what was filled in.
	stranger := shop.Shopper(t)
	stranger.Post("/gw/mall/cart/add", map[string]any{"goodsId": "jp-10g-15", "simType": "physical", "quantity": 1}).Into(t, &left)
	page.Data = gen.OrderPage{}
	stranger.Get("/gw/page/query", "path", to.Checkout).Into(t, &page)
	if page.Data.Former != nil {
		t.Errorf("a stranger is shown %+v", page.Data.Former)
	}
}

// What was sold to somebody else in between is named; the rest is in the cart.
func TestAnOrderThatCannotBePlacedAgainAsItWas(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	for _, goods := range []string{"jp-3g-7", "jp-10g-15"} {
		p.Post("/gw/mall/cart/add", map[string]any{"goodsId": goods, "simType": "esim", "quantity": 1, "compatibilityConfirmed": true}).Into(t, &gen.Cart{})
	}
	order := apptest.Order("jp-3g-7", "esim", 650+1590, nil)
	order.Source, order.Item = "cart", nil
	placed := p.Place(order)
	p.Post("/gw/cq-ordercharge/order/cancel", map[string]any{"orderNo": placed.OrderNo, "confirm": true}).Into(t, &gen.Order{})
	require.NoError(t, shop.DB.Gorm.Exec(`update stock set on_hand = allocated where tenant_id = 20 and sku = 'jp-3g-7:esim'`).Error)
	a := p.Post(orderAgain, map[string]any{"orderNo": placed.OrderNo, "confirm": true}, "langId", "1")
	a.RequireCode(t, http.StatusConflict, "order_again_incomplete")
	if !strings.Contains(a.Message, "日本 3GB") || strings.Contains(a.Message, "10GB") {
		t.Errorf("says %q", a.Message)
	}
	var left gen.Cart
	p.Get("/gw/mall/cart").Into(t, &left)
	if len(left.Items) != 1 || left.Items[0].GoodsId != "jp-10g-15" {
		t.Errorf("in the cart: %+v", left.Items)
	}

	paid := p.Place(apptest.Order("jp-10g-15", "esim", 1590, nil))
	secret, _ := p.Create(paid.OrderNo)
	p.Confirm(secret, "pm_card_visa")
	waittest.Eventually(t, "the payment is known", func() bool { return p.Detail(paid.OrderNo).Status != "waiting_payment" })
	p.Post(orderAgain, map[string]any{"orderNo": paid.OrderNo, "confirm": true}).RequireCode(t, http.StatusConflict, "already_paid")
}
