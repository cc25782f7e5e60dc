package app_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

const (
	simList   = "/gw/sim/us/list"
	simDetail = "/gw/sim/us/detail"
	simLink   = "/gw/sim/us/link"
	simUnlink = "/gw/sim/us/unlink"
	simTopups = "/gw/sim/us/topups"
	realname  = "/gw/sim/us/realname"
)

// buyAndWait places an order of a customer, pays it and waits until it is complete.
func buyAndWait(t *testing.T, p *apptest.Shopper, body gen.SubmitOrderBody) gen.OrderSubmitted {
	t.Helper()
	placed := p.Place(body)
	secret, _ := p.Create(placed.OrderNo)
	if status := p.Confirm(secret, "pm_card_visa"); status != http.StatusOK {
		t.Fatalf("confirm: %d", status)
	}
	waittest.Eventually(t, "the order is complete", func() bool { return p.Detail(placed.OrderNo).Status == "completed" })
	return placed
}

func listSIMs(t *testing.T, p *apptest.Shopper) []gen.Sim {
	t.Helper()
	var list []gen.Sim
	p.Get(simList).Into(t, &list)
	return list
}

func readSIM(t *testing.T, p *apptest.Shopper, ref string) gen.SimDetail {
	t.Helper()
	var shown gen.SimDetail
	p.Get(simDetail, "simId", ref).Into(t, &shown)
	return shown
}

// controlSIM does at the sandbox carrier what the phone of a SIM or the network would do.
func controlSIM(t *testing.T, shop *apptest.Shop, simID, act string, values map[string]any) {
	t.Helper()
	var ref string
	if err := shop.DB.Gorm.Raw(`select carrier_ref from sim_line where ref = ?`, simID).Scan(&ref).Error; err != nil || ref == "" {
		t.Fatalf("the carrier does not know SIM %s: %v", simID, err)
	}
	body, _ := json.Marshal(values)
	res, err := http.Post(shop.URL+"/sandbox/carrier/control/lines/"+ref+"/"+act, "application/json", bytes.NewReader(body))
	require.NoError(t, err)
	_ = res.Body.Close()
	if res.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d", act, res.StatusCode)
	}
}

// waitForState waits until a SIM is in a state; the carrier's messages bring it there.
func waitForState(t *testing.T, p *apptest.Shopper, ref, state string) gen.SimDetail {
	t.Helper()
	return waitForSIM(t, p, ref, "the SIM is "+state, func(s gen.SimDetail) bool { return s.State == state })
}

func waitForSIM(t *testing.T, p *apptest.Shopper, ref, what string, is func(gen.SimDetail) bool) gen.SimDetail {
	t.Helper()
	var shown gen.SimDetail
	waittest.Eventually(t, what, func() bool {
		shown = readSIM(t, p, ref)
		return is(shown)
	})
	return shown
}

// A customer's eSIM from its delivery over the phone and the network to the last byte, and on with more data.
func TestACustomersSIM(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Customer(t, "ada@example.com")
	if list := listSIMs(t, p); len(list) != 0 {
		t.Fatalf("SIMs of a new customer: %+v", list)
	}
	bought := buyAndWait(t, p, apptest.Order("jp-3g-7", "esim", 650, nil))
	list := listSIMs(t, p)
	if len(list) != 1 || list[0].OrderNo != bought.OrderNo || list[0].Name == "" || len(list[0].IccidLast4) != 4 || list[0].State != "ready_to_install" {
		t.Fatalf("after the purchase: %+v", list)
	}
	id := list[0].SimId
	fresh := readSIM(t, p, id)
	if v := fresh.Validity; v == nil || v.Started || v.UseBefore == nil || v.Days != 7 || v.DayZone == "" || v.ActivationText == "" || fresh.ValidUntil != nil {
		t.Fatalf("validity before the start: %+v", fresh.Validity)
	}
	if !fresh.Installable || fresh.Unit == nil || fresh.Hint != nil || fresh.Usage.Data.Unlimited || *fresh.RealNameNeeded || len(fresh.RealNameDesk.Regimes) != 0 {
		t.Fatalf("fresh: %+v", fresh)
	}
	var kit gen.Install
	p.Get("/gw/sim/us/install", "simId", id).Into(t, &kit)
	if kit.Lpa == "" || kit.IccidLast4 != list[0].IccidLast4 {
		t.Fatalf("kit: %+v", kit)
	}

	controlSIM(t, shop, id, "install", map[string]any{"device": "Pixel 9"})
	if on := waitForState(t, p, id, "installed"); on.Hint == nil || on.Hint.Code != "roaming" || on.Device != "Pixel 9" {
		t.Fatalf("installed: %+v", on)
	}
	controlSIM(t, shop, id, "attach", map[string]any{"country": "JP"})
	active := waitForSIM(t, p, id, "it is in use in Japan", func(s gen.SimDetail) bool { return s.State == "active" && s.Country != "" })
	if active.Country != "Japan" || active.Validity.StartedAt == nil || active.ValidUntil == nil || active.FirstUsedAt == nil ||
		!active.ValidUntil.Equal(active.Validity.StartedAt.Add(7*24*time.Hour)) {
		t.Fatalf("active in %q since %v: %+v", active.Country, active.FirstUsedAt, active.Validity)
	}
	controlSIM(t, shop, id, "use", map[string]any{"mb": 2600})
	low := waitForSIM(t, p, id, "what was used is counted", func(s gen.SimDetail) bool { return s.Usage.Data.Used >= 2600 })
	if d := low.Usage.Data; d.Total == nil || *d.Total != 3072 || d.Used+*d.Remaining != 3072 || d.AsOf == nil || d.Deadline == nil || low.Hint.Code != "low_data" {
		t.Fatalf("usage: %+v, hint %+v", d, low.Hint)
	}
	controlSIM(t, shop, id, "runout", nil)
	if out := waitForState(t, p, id, "used_up"); out.Hint == nil || out.Hint.Code != "used_up" || !*out.Hint.TopUp || *out.Usage.Data.Remaining != 0 {
		t.Fatalf("used up: %+v", out)
	}

	topUp(t, shop, p, id)
	p.Header.Set("langId", "1")
	p.Header.Set("lang", "zh_CN")
	if zh := readSIM(t, p, id); zh.StateText != "使用中" || zh.Country != "日本" {
		t.Fatalf("in Chinese: %s, %s", zh.StateText, zh.Country)
	}
}

// topUp buys what the SIM's carrier offers, sees before it what it comes to, and finds that on the SIM after it.
func topUp(t *testing.T, shop *apptest.Shop, p *apptest.Shopper, id string) {
	t.Helper()
	var offered gen.TopUps
	p.Get(simTopups, "simId", id).Into(t, &offered)
	if offered.State != "ok" || len(offered.Items) == 0 {
		t.Fatalf("top-ups: %+v", offered)
	}
	more := offered.Items[0]
	if more.Preview.DataMb == nil || *more.Preview.DataMb != more.Data.Mb || more.Preview.Text == "" || more.Price <= 0 {
		t.Fatalf("preview: %+v", more)
	}
	item := &gen.BuyNowItem{GoodsId: more.GoodsId, SimType: "esim", Quantity: 1, SimId: id}
	b := p.Budget(gen.DoBudgetBody{Source: "buyNow", Item: item})
	if b.OrderTotal != more.Price || b.NeedsAddress || len(b.Lines) != 1 || b.Lines[0].SimId != id || b.Lines[0].SimLast4 == "" {
		t.Fatalf("budget: %+v", b)
	}
	stock := count(t, shop, `select sum(on_hand - allocated) from stock`)
	order := apptest.Order(more.GoodsId, "esim", more.Price, nil)
	order.Item = item
	placed := buyAndWait(t, p, order)
	done := p.Detail(placed.OrderNo)
	if line := done.Items[0]; !*line.TopUp || line.State != "topped_up" || line.SimCardNumber != b.Lines[0].SimLast4 {
		t.Fatalf("order: %+v", done.Items)
	}
	p.Get("/gw/sim/us/install", "orderNo", placed.OrderNo).RequireCode(t, http.StatusNotFound, "sim_not_found")
	if now := count(t, shop, `select sum(on_hand - allocated) from stock`); now != stock {
		t.Fatalf("a top-up took stock: %d, %d", stock, now)
	}
	waittest.Eventually(t, "the mail about the payment arrives", func() bool {
		return slices.ContainsFunc(shop.Mails("ada@example.com"), func(m apptest.Mail) bool {
			return contains(m.Subject, placed.OrderNo) && contains(m.Text, "we add the plan to your SIM") && !contains(m.Text, "QR code")
		})
	})
	on := waitForState(t, p, id, "active")
	if len(on.Plans) != 2 || on.Plans[0].State != "used_up" || on.Plans[1].State != "active" || *on.Usage.Data.Total != more.Data.Mb {
		t.Fatalf("plans: %+v", on.Plans)
	}
	if n := len(listSIMs(t, p)); n != 1 {
		t.Fatalf("a top-up made another SIM: %d", n)
	}
}

// What a SIM cannot have is refused before anything is ordered.
func TestTopUpsThatAreRefused(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p, guest := shop.Customer(t, "ada@example.com"), shop.Shopper(t)
	buyAndWait(t, p, apptest.Order("jp-3g-7", "esim", 650, nil))
	id := listSIMs(t, p)[0].SimId
	readSIM(t, p, id)
	ask := func(who *apptest.Shopper, goods, sim string, quantity int) apptest.Answer {
		return who.Post("/gw/cq-ordercharge/order/doBudget", gen.DoBudgetBody{
			Source: "buyNow", Item: &gen.BuyNowItem{GoodsId: goods, SimType: "esim", Quantity: quantity, SimId: sim},
		})
	}
	ask(p, "th-u3-10", id, 1).RequireCode(t, http.StatusConflict, "topup_not_allowed")
	ask(p, "m-gl-20g", id, 1).RequireCode(t, http.StatusConflict, "topup_not_allowed")
	ask(p, "no-such-plan", id, 1).RequireCode(t, http.StatusNotFound, "goods_not_found")
	ask(p, "jp-3g-7", id, 2).RequireCode(t, http.StatusUnprocessableEntity, "validation_failed")
	ask(p, "jp-3g-7", "nothing", 1).RequireCode(t, http.StatusNotFound, "sim_not_found")
	ask(guest, "jp-3g-7", id, 1).RequireCode(t, http.StatusUnauthorized, "login_required")
	ask(p, "jp-3g-7", id, 1).Into(t, &gen.Budget{})

	controlSIM(t, shop, id, "retire", nil)
	waitForState(t, p, id, "retired")
	ask(p, "jp-3g-7", id, 1).RequireCode(t, http.StatusConflict, "topup_sim_retired")
	var none gen.TopUps
	p.Get(simTopups, "simId", id).Into(t, &none)
	if none.State != "not_allowed" || none.Text == "" || len(none.Items) != 0 {
		t.Fatalf("top-ups of a SIM that was taken back: %+v", none)
	}
}

// A guest adds a plan to an eSIM of an order that this browser placed, or tracked; to nobody else's, and not once it is in an
// account.
func TestAGuestTopsUp(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p, stranger := shop.Shopper(t), shop.Shopper(t)
	bought := buyAndWait(t, p, apptest.Order("jp-3g-7", "esim", 650, nil))
	var kit gen.Install
	p.Get("/gw/sim/us/install", "orderNo", bought.OrderNo).Into(t, &kit)
	page := "/en/my-order/" + strings.ToLower(bought.OrderNo) + "/install"
	offered := func(p *apptest.Shopper) gen.InstallPage {
		var shown gen.InstallPage
		require.NoError(t, json.Unmarshal(readPageData(t, p, page+"?simId="+kit.SimId).Data, &shown))
		return shown
	}
	var mine gen.InstallPage
	// On a busy machine the carrier may answer too late for a page, which says so and can be asked again.
	waittest.Within(t, 20*time.Second, "plans to add", func() bool {
		mine = offered(p)
		return mine.TopUps != nil && mine.TopUps.State != "unavailable"
	})
	if mine.SimId != kit.SimId || len(mine.TopUps.Items) == 0 {
		t.Fatalf("offered: %+v", mine.TopUps)
	}
	more := mine.TopUps.Items[0]
	item := &gen.BuyNowItem{GoodsId: more.GoodsId, SimType: "esim", Quantity: 1, SimId: kit.SimId}
	ask := gen.DoBudgetBody{Source: "buyNow", Item: item}
	stranger.Post("/gw/cq-ordercharge/order/doBudget", ask).RequireCode(t, http.StatusUnauthorized, "login_required")
	shop.Customer(t, "bea@example.com").Post("/gw/cq-ordercharge/order/doBudget", ask).RequireCode(t, http.StatusNotFound, "sim_not_found")
	elsewhere := shop.Shopper(t)
	code := elsewhere.Code("ada@example.com", "track")
	elsewhere.Post(track, map[string]string{"orderNo": bought.OrderNo, "email": "ada@example.com", "code": code}).Into(t, &gen.Order{})
	elsewhere.Post("/gw/cq-ordercharge/order/doBudget", ask).Into(t, &gen.Budget{})
	if out := readPageData(t, p, "/en/order?buyNow="+more.GoodsId+"&simType=esim&simId="+kit.SimId); out.Status != http.StatusOK || !contains(string(out.Data), kit.IccidLast4) {
		t.Errorf("checkout: %d %s", out.Status, out.Data)
	}
	order := apptest.Order(more.GoodsId, "esim", more.Price, nil)
	order.Item = item
	placed := buyAndWait(t, p, order)
	if line := p.Detail(placed.OrderNo).Items[0]; !*line.TopUp || line.State != "topped_up" {
		t.Fatalf("line: %+v", line)
	}
	waittest.Eventually(t, "the plan is on the SIM", func() bool {
		return count(t, shop, `select count(*) from plan_instance p join sim_line l on l.id = p.line_id where l.ref = '`+kit.SimId+`'`) == 2
	})
	exec(t, shop, `update sim_line set user_id = 1, linked_at = now()`)
	p.Post("/gw/cq-ordercharge/order/doBudget", ask).RequireCode(t, http.StatusUnauthorized, "login_required")
	if taken := offered(p); taken.TopUps != nil {
		t.Fatalf("offered for a SIM in an account: %+v", taken.TopUps)
	}
}

// SIMs that were not read for long are read again side by side, each by a connection of its own: none waits for a second one.
func TestAListReadsOldSIMsAgain(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Customer(t, "ada@example.com")
	order := apptest.Order("jp-3g-7", "esim", 4*650, nil)
	order.Item.Quantity = 4
	buyAndWait(t, p, order)
	for range 5 {
		exec(t, shop, `update sim_line set synced_at = now() - interval '1 hour'`)
		if list := listSIMs(t, p); len(list) != 4 {
			t.Fatalf("%d SIMs", len(list))
		}
		if n := count(t, shop, `select count(*) from sim_line where synced_at > now() - interval '1 minute'`); n != 4 {
			t.Fatalf("%d SIMs were read again", n)
		}
	}
}
