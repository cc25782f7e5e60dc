package app_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
)

const (
	checkDevice = "/gw/sim/devices/check"
	eid         = "89049032021008881300304741158317"
)

// What a guest is told about a device goes with the eSIMs, not with the cards, of the orders that follow, through the
// cart and bought at once, before and after logging in; staff see it, nobody sees the EID, and it is forgotten on leaving.
func TestACheckedDeviceGoesWithTheOrder(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p, run := shop.Shopper(t), newBackOffice(t, shop)
	p.Post(checkDevice, gen.DeviceCheckBody{}).RequireCode(t, http.StatusUnprocessableEntity, "validation_failed")
	p.Post(checkDevice, gen.DeviceCheckBody{Eid: eid[:31] + "8"}).RequireCode(t, http.StatusUnprocessableEntity, "validation_failed")
	var said gen.DeviceCheck
	p.Post(checkDevice, gen.DeviceCheckBody{Model: "Apple iPhone 12", SoldIn: "HK"}).Into(t, &said)
	if said.Verdict != "no" || said.Reason != "sold_in" || !strings.Contains(said.Message, "Hong Kong") || said.Note == "" {
		t.Fatalf("said: %+v", said)
	}
	p.Post(checkDevice, gen.DeviceCheckBody{Model: "Apple iPhone 12", SoldIn: "HK", Eid: eid}).Into(t, &said)
	if said.Verdict != "yes" || said.Reason != "eid" || said.EidLast4 != "8317" {
		t.Fatalf("said with an EID: %+v", said)
	}

	var c gen.Cart
	p.Post(add, map[string]any{"goodsId": "jp-10g-15", "simType": "physical", "quantity": 1}).Into(t, &c)
	p.Post(add, map[string]any{"goodsId": "jp-3g-7", "simType": "esim", "quantity": 1}).
		RequireCode(t, http.StatusUnprocessableEntity, "validation_failed")
	p.Post(add, map[string]any{"goodsId": "jp-3g-7", "simType": "esim", "quantity": 1, "compatibilityConfirmed": true}).Into(t, &c)
	if len(c.Items) != 2 || c.Items[0].Device != nil || c.Items[1].Device == nil || c.Items[1].Device.Model != "Apple iPhone 12" {
		t.Fatalf("cart: %+v", c.Items)
	}
	fromCart := apptest.Order("", "", 650+1590+300, apptest.Address())
	fromCart.Source, fromCart.Item, fromCart.Destination, fromCart.ShippingMethod = "cart", nil, "HK", "standard"
	first := p.Place(fromCart)
	second := p.Place(apptest.Order("jp-3g-7", "esim", 650, nil))
	stranger := shop.Shopper(t)
	third := stranger.Place(apptest.Order("jp-3g-7", "esim", 650, nil))
	for no, asked := range map[string]*apptest.Shopper{first.OrderNo: p, second.OrderNo: p, third.OrderNo: stranger} {
		for _, i := range asked.Detail(no).Items {
			if want := i.SimType == "esim" && no != third.OrderNo; (i.Device != nil) != want || (want && i.Device.Verdict != "yes") {
				t.Errorf("order %s, %s: %+v", no, i.SimType, i.Device)
			}
		}
	}
	if shown, err := run("show", first.OrderNo); err != nil || !strings.Contains(shown, "Apple iPhone 12, sold in HK: result yes (eid)") {
		t.Errorf("the back office sees: %s %v", shown, err)
	}

	p.Seal(register, apptest.Registration("checked@example.com", p.Code("checked@example.com", "signup")), "Idempotency-Key", apptest.Key()).
		Into(t, &gen.Login{})
	bought := p.Place(apptest.Order("jp-3g-7", "esim", 650, nil))
	if i := p.Detail(bought.OrderNo).Items[0]; i.Device == nil || i.Device.EidLast4 != "8317" {
		t.Errorf("after logging in: %+v", i.Device)
	}
	p.Post(checkDevice, gen.DeviceCheckBody{Model: "Google Pixel 8"}).Into(t, &said)
	if found := findTraces(t, shop, eid, eid[4:28]); len(found) > 0 {
		t.Errorf("the EID is kept: %v", found)
	}
	p.Seal(leave, gen.DeleteAccountBody{Password: apptest.Password, Confirm: true}).Into(t, new(any))
	if n := count(t, shop, `select count(*) from device_check where owner like 'u:%'`); n != 0 {
		t.Errorf("%d checks of a customer who left", n)
	}
	if n := count(t, shop, `select count(*) from order_line l join orders o on o.id = l.order_id
		where o.order_no = '`+bought.OrderNo+`' and l.compatibility::text like '%8317%'`); n != 0 {
		t.Error("the order of a customer who left still has digits of the EID")
	}
}

// A device that does not support eSIM is remembered by the plan's page, the cart and the checkout: each asks whether the eSIM is for
// another one, and the order says that it is. Who was not asked, like a program, is not refused.
func TestAnESIMForAnotherDeviceIsConfirmed(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	esim := map[string]any{"goodsId": "jp-3g-7", "simType": "esim", "quantity": 1, "compatibilityConfirmed": true}
	p.Post(add, esim).Into(t, &gen.Cart{})
	p.Post(checkDevice, gen.DeviceCheckBody{Model: "Apple iPhone 12", SoldIn: "HK"}).Into(t, &gen.DeviceCheck{})
	requireQuestion := func(where string, a apptest.Answer, message string) {
		t.Helper()
		a.RequireCode(t, http.StatusUnprocessableEntity, "validation_failed")
		if !contains(string(a.Data), `"forOtherDevice":"`+message) {
			t.Errorf("%s: %s", where, a.Data)
		}
	}
	withAnswer := func(answer bool) map[string]any {
		body := map[string]any{"forOtherDevice": answer}
		maps.Copy(body, esim)
		return body
	}
	requireQuestion("cart", p.Post(add, withAnswer(false), "langId", "1"), "您查询的设备不支持 eSIM。")
	item := &gen.BuyNowItem{GoodsId: "jp-3g-7", SimType: "esim", Quantity: 1, CompatibilityConfirmed: true}
	budget := gen.DoBudgetBody{Source: "buyNow", Item: item, ForOtherDevice: new(bool)}
	requireQuestion("plan page", p.Post("/gw/cq-ordercharge/order/doBudget", budget), "Your device was checked")
	card := map[string]any{"goodsId": "jp-10g-15", "simType": "physical", "quantity": 1, "forOtherDevice": false}
	p.Post(add, card).Into(t, &gen.Cart{})

	// The eSIM came into the cart before the device was checked.
	var inCart gen.Cart
	p.Get("/gw/mall/cart").Into(t, &inCart)
	for _, i := range inCart.Items {
		if (i.SimType == "esim") != (i.Device != nil && i.Device.Verdict == "no") {
			t.Errorf("the cart says of a %s: %+v", i.SimType, i.Device)
		}
	}
	device := func(path string) *gen.DeviceCheck {
		t.Helper()
		var page gen.OrderPage
		require.NoError(t, json.Unmarshal(readPageData(t, p, path).Data, &page))
		return page.Device
	}
	for _, path := range []string{"/en/order", "/en/order?buyNow=jp-3g-7&simType=esim&quantity=1&compatibilityConfirmed=1"} {
		if told := device(path); told == nil || told.Verdict != "no" || told.Message == "" {
			t.Errorf("%s: %+v", path, told)
		}
	}
	fromCart := apptest.Order("", "", 650+1590+300, apptest.Address())
	fromCart.Source, fromCart.Item, fromCart.Destination, fromCart.ShippingMethod = "cart", nil, "HK", "standard"
	fromCart.ForOtherDevice = new(bool)
	requireQuestion("checkout", p.Seal(submit, fromCart, "Idempotency-Key", apptest.Key()), "Your device was checked")
	fromCart.ForOtherDevice = new(true)
	atOnce := apptest.Order("jp-3g-7", "esim", 650, nil)
	atOnce.ForOtherDevice = new(true)
	for _, body := range []gen.SubmitOrderBody{fromCart, atOnce} {
		placed := p.Place(body)
		n := count(t, shop, `select count(*) from order_line l join orders o on o.id = l.order_id where o.order_no = '`+placed.OrderNo+`'
			and l.sim_type = 'esim' and l.compatibility #>> '{device,verdict}' = 'no' and l.compatibility #>> '{device,forOther}' = 'true'`)
		if n != 1 {
			t.Errorf("order %s: %d lines say what was confirmed", placed.OrderNo, n)
		}
	}

	// Confirmed when it came into the cart, it is not asked for again.
	p.Post(add, withAnswer(true)).Into(t, &gen.Cart{})
	if told := device("/en/order"); told != nil {
		t.Errorf("asked for twice: %+v", told)
	}
	p.Place(apptest.Order("jp-3g-7", "esim", 650, nil))
}
