package app_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/notify"
)

// A top-up says that it starts when the data runs out, and by when at the latest, before it is bought, on the SIM and on its order;
// it starts when the data runs out. The list of orders says how SIMs stand, too.
func TestATopUpStartsWhenTheDataRunsOut(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Customer(t, "ada@example.com")
	bought := buyAndWait(t, p, apptest.Order("jp-3g-7", "esim", 650, nil))
	id := listSIMs(t, p)[0].SimId
	if line := listedItem(t, p, bought.OrderNo); line.State != "ready_to_install" || line.StateText != "Ready to install" {
		t.Errorf("in the list of orders: %+v", line)
	}
	controlSIM(t, shop, id, "install", map[string]any{"device": "Pixel 9"})
	controlSIM(t, shop, id, "attach", map[string]any{"country": "JP"})
	active := waitForState(t, p, id, "active")
	if line := listedItem(t, p, bought.OrderNo); line.StateText != "In use" || !slices.Equal(line.SimStates, []string{"active"}) {
		t.Errorf("in the list of orders: %+v", line)
	}

	var offered gen.TopUps
	p.Get(simTopups, "simId", id).Into(t, &offered)
	more := offered.Items[0]
	hongKong, err := time.LoadLocation("Asia/Hong_Kong") // the zone of the site
	require.NoError(t, err)
	latest := "Starts when your data runs out, at the latest on " + notify.Time("en", *active.ValidUntil, hongKong) + "."
	if more.Preview.Text != latest || !more.Preview.StartsAt.Equal(*active.ValidUntil) {
		t.Fatalf("before it is bought: %+v, want %q", more.Preview, latest)
	}
	order := apptest.Order(more.GoodsId, "esim", more.Price, nil)
	order.Item = &gen.BuyNowItem{GoodsId: more.GoodsId, SimType: "esim", Quantity: 1, SimId: id}
	placed := buyAndWait(t, p, order)
	waiting := waitForSIM(t, p, id, "the plan is on the SIM", func(s gen.SimDetail) bool { return len(s.Plans) == 2 })
	if plan := waiting.Plans[1]; plan.State != "queued" || plan.StateText != latest {
		t.Fatalf("on the SIM: %+v, want %q", plan, latest)
	}
	line := p.Detail(placed.OrderNo).Items[0]
	if line.State != "topped_up" || line.StateText != latest || line.SimPath != "/en/my-account/sims-info?simId="+id {
		t.Fatalf("on its order: %+v, want %q", line, latest)
	}

	if line := listedItem(t, p, placed.OrderNo); line.State != "topped_up" || !*line.TopUp {
		t.Errorf("in the list of orders: %+v", line)
	}

	controlSIM(t, shop, id, "runout", nil)
	on := waitForSIM(t, p, id, "the top-up starts", func(s gen.SimDetail) bool { return s.Plans[1].State == "active" })
	if at := on.Plans[1].StartedAt; at == nil || !at.Before(*active.ValidUntil) || on.State != "active" || on.Plans[0].State != "used_up" {
		t.Fatalf("after the data ran out: %+v", on.Plans)
	}
	if line := p.Detail(placed.OrderNo).Items[0]; line.StateText != "" {
		t.Fatalf("a plan that runs waits: %+v", line)
	}
}

// A plan by the month is not added to a SIM, not even to one that has the same: another month comes with a new SIM, as the texts about
// monthly plans say. What can be added are prepaid plans for the same places.
func TestAnotherMonthComesWithANewSIM(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Customer(t, "ada@example.com")
	body := apptest.Order("m-gl-20g", "esim", 4990, nil)
	buyAndWait(t, p, body)
	id := listSIMs(t, p)[0].SimId
	var offered gen.TopUps
	p.Get(simTopups, "simId", id).Into(t, &offered)
	var ids []string
	for _, item := range offered.Items {
		ids = append(ids, item.GoodsId)
	}
	if !slices.Contains(ids, "gl-5g-30") || slices.ContainsFunc(ids, func(id string) bool { return strings.HasPrefix(id, "m-") }) {
		t.Errorf("can be added: %v", ids)
	}
	body.Item = &gen.BuyNowItem{GoodsId: "m-gl-20g", SimType: "esim", Quantity: 1, SimId: id}
	p.Seal(submit, body, "Idempotency-Key", apptest.Key()).RequireCode(t, http.StatusConflict, "topup_not_allowed")
}

// listedItem returns the only line of an order as the customer's list of orders shows it.
func listedItem(t *testing.T, p *apptest.Shopper, orderNo string) gen.OrderSummaryItem {
	t.Helper()
	var list gen.OrderList
	p.Get("/gw/cq-ordercharge/order/list").Into(t, &list)
	at := slices.IndexFunc(list.Items, func(o gen.OrderSummary) bool { return o.OrderNo == orderNo })
	if at < 0 || len(list.Items[at].Items) != 1 {
		t.Fatalf("order %s is not in the list: %+v", orderNo, list.Items)
	}
	return list.Items[at].Items[0]
}

// Whoever bought as a guest is led from the order of a top-up to the SIM among those of the order that it was bought with.
func TestAGuestsTopUpLeadsToItsSIM(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	bought := buyAndWait(t, p, apptest.Order("jp-3g-7", "esim", 650, nil))
	var kit gen.Install
	p.Get("/gw/sim/us/install", "orderNo", bought.OrderNo).Into(t, &kit)
	order := apptest.Order("jp-3g-7", "esim", 650, nil)
	order.Item.SimId = kit.SimId
	placed := buyAndWait(t, p, order)
	path := "/en/my-order/" + strings.ToLower(bought.OrderNo) + "/sims?simId=" + kit.SimId
	if line := p.Detail(placed.OrderNo).Items[0]; line.SimPath != path {
		t.Fatalf("line: %+v, want %q", line, path)
	}
	if out := readPageData(t, p, path); out.Status != http.StatusOK {
		t.Fatalf("%s: %d", path, out.Status)
	}
	exec(t, shop, `update sim_line set user_id = 1, linked_at = now()`)
	if line := p.Detail(placed.OrderNo).Items[0]; line.SimPath != "" || line.StateText != "" {
		t.Fatalf("of a SIM in another account: %+v", line)
	}
}
