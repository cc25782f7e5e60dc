package app_test

import (
	"testing"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
)

// A cart shows the deposit of a contract beside its price, and both together are what the checkout asks for.
func TestACartShowsDeposits(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	exec(t, shop, `update product set deposit = 2500 where tenant_id = 20 and goods_id = 'm-chm-15g'`)
	p := shop.Shopper(t)
	var cart gen.Cart
	p.Post("/gw/mall/cart/add", map[string]any{"goodsId": "jp-10g-15", "simType": "physical", "quantity": 1}).Into(t, &cart)
	if cart.Deposit != nil || cart.Items[0].Deposit != nil {
		t.Fatalf("a prepaid card has a deposit: %+v", cart)
	}
	p.Post("/gw/mall/cart/add", map[string]any{"goodsId": "m-chm-15g", "simType": "esim", "quantity": 2, "compatibilityConfirmed": true}).Into(t, &cart)
	if cart.Deposit == nil || *cart.Deposit != 5000 {
		t.Fatalf("no deposit: %+v", cart)
	}
	b := p.Budget(map[string]any{"source": "cart", "destination": "HK", "shippingMethod": "standard"})
	if due := cart.Subtotal + *cart.Deposit + b.FreightAmount; due != b.OrderTotal {
		t.Fatalf("the cart says %d, the checkout %d", due, b.OrderTotal)
	}
}
