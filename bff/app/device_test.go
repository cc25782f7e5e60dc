package app_test

import (
	"net/http"
	"strings"
	"testing"

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
	p, say := shop.Shopper(t), desk(t, shop)
	p.Post(checkDevice, gen.DeviceCheckBody{}).Wants(t, http.StatusUnprocessableEntity, "validation_failed")
	p.Post(checkDevice, gen.DeviceCheckBody{Eid: eid[:31] + "8"}).Wants(t, http.StatusUnprocessableEntity, "validation_failed")
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
		Wants(t, http.StatusUnprocessableEntity, "validation_failed")
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
	if shown, err := say("show", first.OrderNo); err != nil || !strings.Contains(shown, "Apple iPhone 12, sold in HK: told yes (eid)") {
		t.Errorf("the desk sees: %s %v", shown, err)
	}

	p.Seal(register, apptest.Registration("checked@example.com", p.Code("checked@example.com", "signup")), "Idempotency-Key", apptest.Key()).
		Into(t, &gen.Login{})
	bought := p.Place(apptest.Order("jp-3g-7", "esim", 650, nil))
	if i := p.Detail(bought.OrderNo).Items[0]; i.Device == nil || i.Device.EidLast4 != "8317" {
		t.Errorf("after logging in: %+v", i.Device)
	}
	p.Post(checkDevice, gen.DeviceCheckBody{Model: "Google Pixel 8"}).Into(t, &said)
	if found := traces(t, shop, eid, eid[4:28]); len(found) > 0 {
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
