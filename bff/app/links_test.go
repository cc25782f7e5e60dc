package app_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
)

// The phone of a SIM, and how its buyer wrote it.
const (
	ownPhone    = "+85291234567"
	typedNumber = "+852 9123-4567"
)

// newestICCID reads the number on the newest SIM, as its owner reads it on the card or in the phone.
func newestICCID(t *testing.T, shop *apptest.Shop) string {
	t.Helper()
	var iccid string
	if err := shop.DB.Gorm.Raw(`select iccid from sim_line order by id desc limit 1`).Scan(&iccid).Error; err != nil || iccid == "" {
		t.Fatalf("no SIM: %v", err)
	}
	return iccid
}

// allowAnotherCode ends the minute in which a phone gets no second code.
func allowAnotherCode(shop *apptest.Shop) {
	shop.DB.Gorm.Exec(`update verification_code set sent_at = sent_at - interval '2 minutes'`)
}

// A SIM that a guest bought goes to the account of whoever holds its number and its phone, to nobody else, and back.
func TestASIMIsLinkedAndUnlinked(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	guest, ada, eve := shop.Shopper(t), shop.Customer(t, "ada@example.com"), shop.Customer(t, "eve@example.com")
	order := apptest.Order("jp-3g-7", "esim", 650, nil)
	order.Contact.Phone = typedNumber
	bought := buyAndWait(t, guest, order)
	iccid := newestICCID(t, shop)
	form := func(code string) map[string]string {
		return map[string]string{"iccid": iccid, "phone": typedNumber, "code": code}
	}

	var bad struct{ Fields map[string]string }
	a := ada.Post(simLink, map[string]string{"iccid": "1234", "phone": "no", "code": ""})
	a.RequireCode(t, http.StatusUnprocessableEntity, "validation_failed")
	if err := json.Unmarshal(a.Data, &bad); err != nil || len(bad.Fields) != 3 {
		t.Fatalf("fields: %+v %v", bad.Fields, err)
	}
	for _, purpose := range []string{"change_email", "change_phone", "delete", "link"} {
		guest.Post("/gw/auth/code/send", map[string]string{"channel": "sms", "target": ownPhone, "purpose": purpose}).
			RequireCode(t, http.StatusUnauthorized, "login_required")
	}

	code := ada.CodeBy("sms", ownPhone, "link")
	eve.Post(simLink, form(code)).RequireCode(t, http.StatusUnprocessableEntity, "code_incorrect")
	unknown, mistyped := form(code), form(code)
	unknown["iccid"], mistyped["iccid"] = "8944538532008160222", "8944538532008160223"
	ada.Post(simLink, unknown).RequireCode(t, http.StatusUnprocessableEntity, "sim_not_linkable")
	if a := ada.Post(simLink, mistyped); a.Code != "sim_not_linkable" || a.Message == ada.Post(simLink, unknown).Message {
		t.Fatalf("a wrong check digit: %s %s", a.Code, a.Message)
	}
	var linked gen.Sim
	ada.Post(simLink, form(code)).Into(t, &linked)
	if linked.SimId == "" || linked.OrderNo != "" || linked.IccidLast4 != iccid[len(iccid)-4:] {
		t.Fatalf("linked: %+v", linked)
	}
	shown := readSIM(t, ada, linked.SimId)
	if !shown.Linked || shown.Installable || len(listSIMs(t, ada)) != 1 {
		t.Fatalf("shown: %+v", shown)
	}
	ada.Get("/gw/sim/us/install", "simId", linked.SimId).RequireCode(t, http.StatusNotFound, "sim_not_found")

	// A number without its phone is as good as no number; with it, a SIM that is somebody's stays there.
	allowAnotherCode(shop)
	other := "+85290000001"
	wrong := form(eve.CodeBy("sms", other, "link"))
	wrong["phone"] = other
	refused, nothing := eve.Post(simLink, wrong), map[string]string{"iccid": "8944538532008160222", "phone": other, "code": wrong["code"]}
	refused.RequireCode(t, http.StatusUnprocessableEntity, "sim_not_linkable")
	if again := eve.Post(simLink, nothing); again.Message != refused.Message {
		t.Fatalf("an unknown number answers %q, a wrong phone %q", again.Message, refused.Message)
	}
	eve.Post(simLink, form(eve.CodeBy("sms", ownPhone, "link"))).RequireCode(t, http.StatusConflict, "sim_linked_elsewhere")
	eve.Post(simUnlink, map[string]string{"simId": linked.SimId}).RequireCode(t, http.StatusNotFound, "sim_not_found")

	ada.Post(simUnlink, map[string]string{"simId": linked.SimId}).Into(t, new(any))
	ada.Get(simDetail, "simId", linked.SimId).RequireCode(t, http.StatusNotFound, "sim_not_found")
	if guest.Detail(bought.OrderNo).Items[0].State != "ready_to_install" || len(listSIMs(t, ada)) != 0 {
		t.Fatal("the order changed, or the SIM is still there")
	}
	allowAnotherCode(shop)
	eve.Post(simLink, form(eve.CodeBy("sms", ownPhone, "link"))).Into(t, &gen.Sim{})
}

// A SIM of one customer is there neither for another nor at another site, whatever is asked about it.
func TestAnothersSIM(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	ada, eve := shop.Customer(t, "ada@example.com"), shop.Customer(t, "eve@example.com")
	abroad := hongKong(shop, shop.Shopper(t))
	abroad.Register("ada@example.com")
	buyAndWait(t, ada, apptest.Order("th-15g-8v", "esim", 790, nil))
	id := listSIMs(t, ada)[0].SimId
	before := readSIM(t, ada, id)
	for who, p := range map[string]*apptest.Shopper{"another customer": eve, "another site": abroad} {
		for what, a := range map[string]apptest.Answer{
			"detail":   p.Get(simDetail, "simId", id),
			"topups":   p.Get(simTopups, "simId", id),
			"install":  p.Get("/gw/sim/us/install", "simId", id),
			"unlink":   p.Post(simUnlink, map[string]string{"simId": id}),
			"reissue":  p.Post(simReissue, gen.ReissueBody{SimId: id}),
			"realname": p.Seal(realname, realnameForm(id, "K77315555")),
			"budget": p.Post("/gw/cq-ordercharge/order/doBudget", gen.DoBudgetBody{
				Source: "buyNow", Item: &gen.BuyNowItem{GoodsId: "th-15g-8v", SimType: "esim", Quantity: 1, SimId: id},
			}),
		} {
			if a.HTTP != http.StatusNotFound || a.Code != "sim_not_found" {
				t.Errorf("%s, %s: %d %s", who, what, a.HTTP, a.Code)
			}
		}
		if len(listSIMs(t, p)) != 0 {
			t.Errorf("%s has it on the list", who)
		}
	}
	if now := readSIM(t, ada, id); now.RealName != before.RealName || len(listSIMs(t, ada)) != 1 {
		t.Fatalf("something of hers has changed: %+v", now)
	}
}

// A customer's own SIM leaves the list and stays away until it is linked again; meanwhile anybody with its phone may have it.
func TestABoughtSIMIsUnlinked(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Customer(t, "ada@example.com")
	bought := buyAndWait(t, p, apptest.Order("jp-3g-7", "esim", 650, nil))
	id := listSIMs(t, p)[0].SimId
	p.Post(simUnlink, map[string]string{"simId": id}).Into(t, new(any))
	p.Post(simUnlink, map[string]string{"simId": id}).RequireCode(t, http.StatusNotFound, "sim_not_found")
	if len(listSIMs(t, p)) != 0 || p.Detail(bought.OrderNo).Status != "completed" {
		t.Fatal("it is still there, or its order is not")
	}
	p.Get("/gw/sim/us/install", "orderNo", bought.OrderNo).Into(t, &gen.Install{})
	var back gen.Sim
	p.Post(simLink, map[string]string{"iccid": newestICCID(t, shop), "phone": ownPhone,
		"code": p.CodeBy("sms", ownPhone, "link")}).Into(t, &back)
	if back.SimId != id || back.OrderNo != bought.OrderNo {
		t.Fatalf("back: %+v", back)
	}
}
