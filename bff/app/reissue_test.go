package app_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

const simReissue = "/gw/sim/us/reissue"

// reissuePage is the page of a SIM's new profile as p sees it.
func reissuePage(t *testing.T, p *apptest.Shopper, id string) gen.ReissuePage {
	t.Helper()
	var page gen.ReissuePage
	require.NoError(t, json.Unmarshal(readPageData(t, p, "/en/reissue/"+id).Data, &page))
	return page
}

// A guest who may see an order has its deleted eSIM issued again: this browser's own order, or one that was tracked. The mail has
// the new code; nobody else sees the page or can ask.
func TestAGuestGetsANewESIM(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	guest := shop.Shopper(t)
	placed := buyAndWait(t, guest, apptest.Order("jp-3g-7", "esim", 650, nil))
	var before gen.Install
	guest.Get("/gw/sim/us/install", "orderNo", placed.OrderNo).Into(t, &before)
	id := before.SimId
	readPageData(t, guest, "/en/my-order/"+strings.ToLower(placed.OrderNo)+"/sims") // the carrier hears of it
	for _, act := range []string{"install", "attach", "delete"} {
		controlSIM(t, shop, id, act, nil)
	}

	stranger, customer := shop.Shopper(t), shop.Customer(t, "bea@example.com")
	for who, p := range map[string]*apptest.Shopper{"a stranger": stranger, "a customer": customer} {
		if page := readPageData(t, p, "/en/reissue/"+id); page.Status != http.StatusNotFound {
			t.Errorf("%s sees it: %d", who, page.Status)
		}
	}
	ask := gen.ReissueBody{SimId: id}
	stranger.Post(simReissue, ask).RequireCode(t, http.StatusUnauthorized, "login_required")
	stranger.Post(simReissue, gen.ReissueBody{SimId: "nothing"}).RequireCode(t, http.StatusUnauthorized, "login_required")
	customer.Post(simReissue, ask).RequireCode(t, http.StatusNotFound, "sim_not_found")

	waittest.Eventually(t, "a new one is offered", func() bool {
		page := reissuePage(t, guest, id)
		return page.State == "offered" && page.CanAsk && page.OrderNo == placed.OrderNo && page.Sim.State == "deleted"
	})
	var asked gen.ReissueStatus
	for range 2 {
		if guest.Post(simReissue, ask).Into(t, &asked); asked.State != "making" && asked.State != "ready" {
			t.Fatalf("asked: %+v", asked)
		}
	}
	waittest.Eventually(t, "it is ready", func() bool { return reissuePage(t, guest, id).State == "ready" })
	// The answer was lost, or the form is sent again from the page of before.
	guest.Post(simReissue, gen.ReissueBody{SimId: id, IccidLast4: before.IccidLast4}).Into(t, &asked)
	if n := count(t, shop, `select count(*) from sim_reissue`); n != 1 || asked.State != "ready" {
		t.Errorf("asked once more for the same one: %d, %+v", n, asked)
	}
	var after gen.Install
	guest.Get("/gw/sim/us/install", "orderNo", placed.OrderNo).Into(t, &after)
	if after.Lpa == "" || after.Lpa == before.Lpa || after.SimId != id || after.State != "released" {
		t.Errorf("the new one: %+v", after)
	}
	if item := guest.Detail(placed.OrderNo).Items[0]; !slices.Equal(item.SimStates, []string{"ready_to_install"}) || item.StateText != after.StateText {
		t.Errorf("order: %v %q, install page: %q", item.SimStates, item.StateText, after.StateText)
	}
	waittest.Eventually(t, "the new code is mailed", func() bool {
		return slices.ContainsFunc(shop.Mails("ada@example.com"), func(m apptest.Mail) bool {
			return contains(m.Key, "esim_reissued") && len(m.Attachments) == 1 && contains(m.HTML, "ending "+after.IccidLast4) && !contains(m.Text, after.MatchingId)
		})
	})
	for query, want := range map[string]int{
		`select count(*) from audit_log where entity = 'sim' and action = 'reissue_asked' and actor = 'guest'`: 1,
		`select count(*) from audit_log where entity = 'sim' and action = 'reissue'`:                           1,
		`select count(*) from notification where template = 'esim_reissued'`:                                   1,
		`select count(*) from sandbox.carrier_line where retired_at is null`:                                   1,
	} {
		if n := count(t, shop, query); n != want {
			t.Errorf("%d, want %d: %s", n, want, query)
		}
	}
}

// A SIM that is on a phone gets no new one, in the caller's language and with what helps; while one is made, nothing can be added
// and no code is shown; a carrier's no leaves everything as it was.
func TestANewESIMIsRefusedWithAReason(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Customer(t, "ada@example.com")
	exec(t, shop, `update product set plan_ref = 'test-reissue-slow', carrier = 'http' where tenant_id = 20 and goods_id = 'fr-8g-14'`)
	placed := buyAndWait(t, p, apptest.Order("fr-8g-14", "esim", 1150, nil))
	id := listSIMs(t, p)[0].SimId
	readSIM(t, p, id)
	controlSIM(t, shop, id, "install", nil)
	waitForState(t, p, id, "installed")
	a := p.Post(simReissue, gen.ReissueBody{SimId: id}, "langId", "1")
	a.RequireCode(t, http.StatusConflict, "reissue_on_phone")
	if !contains(a.Message, "删除后才能补发") {
		t.Errorf("in Chinese: %q", a.Message)
	}
	if page := reissuePage(t, p, id); page.State != "impossible" || page.CanAsk || !contains(page.Text, "is on a phone") {
		t.Errorf("page: %+v", page)
	}
	controlSIM(t, shop, id, "delete", nil)
	waitForState(t, p, id, "deleted")
	p.Post(simReissue, gen.ReissueBody{SimId: id}).Into(t, &gen.ReissueStatus{})
	waittest.Eventually(t, "the carrier has it", func() bool {
		return count(t, shop, `select count(*) from sim_reissue where state = 'pending'`) == 1
	})
	var kit gen.Install
	p.Get("/gw/sim/us/install", "orderNo", placed.OrderNo).Into(t, &kit)
	if kit.Lpa != "" || kit.QrSvg != "" || kit.Reissuing == nil || kit.StateText != "New eSIM is being made" {
		t.Errorf("the old code while a new one is made: %+v", kit)
	}
	if item := p.Detail(placed.OrderNo).Items[0]; item.StateText != kit.StateText {
		t.Errorf("the order says %q", item.StateText)
	}
	var none gen.TopUps
	p.Get(simTopups, "simId", id).Into(t, &none)
	if none.State != "not_allowed" || !contains(none.Text, "new eSIM is being made") {
		t.Errorf("top-ups: %+v", none)
	}
	if sim := readSIM(t, p, id); sim.State != "reissuing" || sim.Hint.Link == nil || sim.Hint.Link.Path != "/en/reissue/"+id {
		t.Errorf("SIM: %s %+v", sim.State, sim.Hint)
	}
}

// Where nothing is left the page says to buy a new plan, and leads to the same one; where that is not sold any more, to all plans.
func TestAFinishedESIMLeadsToANewPlan(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	buyAndWait(t, p, apptest.Order("jp-3g-7", "esim", 650, nil))
	var id string
	require.NoError(t, shop.DB.Gorm.Raw(`select ref from sim_line`).Scan(&id).Error)
	if page := reissuePage(t, p, id); page.Buy != "" {
		t.Errorf("leads to %q where a new eSIM is to be had", page.Buy)
	}
	exec(t, shop, `update sim_line set retired_at = now()`)
	page := reissuePage(t, p, id)
	require.Equal(t, "/en/travel-card/asia/jp-3g-7", page.Buy)
	require.Contains(t, page.Text, "buy a new plan")
	exec(t, shop, `update sim_line set goods_id = 'no-longer-sold'`)
	require.Equal(t, "/en/travel-card/listing", reissuePage(t, p, id).Buy)
}
