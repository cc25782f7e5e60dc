package app_test

import (
	"net/http"
	"slices"
	"testing"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// A plan for an eSIM that was deleted from its phone is refused before the price and again before the payment, with what helps
// instead; what was paid in between is refunded.
func TestTopUpsOfADeletedESIM(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Customer(t, "ada@example.com")
	bought := buyAndWait(t, p, apptest.Order("jp-3g-7", "esim", 650, nil))
	id := listSIMs(t, p)[0].SimId
	readSIM(t, p, id) // the carrier hears of it
	controlSIM(t, shop, id, "install", nil)
	controlSIM(t, shop, id, "attach", map[string]any{"country": "JP"})
	waitForState(t, p, id, "active")
	more := apptest.Order("jp-3g-7", "esim", 650, nil)
	more.Item = &gen.BuyNowItem{GoodsId: "jp-3g-7", SimType: "esim", Quantity: 1, SimId: id}
	waits, paid := p.Place(more), p.Place(more)
	secret, _ := p.Create(paid.OrderNo)

	controlSIM(t, shop, id, "delete", nil)
	// It was in use a moment ago, and nothing says so any more: not the SIM, not its plan, not the order, not the install page.
	if sim := waitForState(t, p, id, "deleted"); sim.Plans[0].State != "kept" || sim.Hint.Code != "reissue" {
		t.Errorf("plan %+v, hint %+v", sim.Plans[0], sim.Hint)
	}
	const deleted = "Removed from the phone"
	var kit gen.Install
	p.Get("/gw/sim/us/install", "orderNo", bought.OrderNo).Into(t, &kit)
	if item := p.Detail(bought.OrderNo).Items[0]; item.StateText != deleted || kit.StateText != deleted || !slices.Equal(item.SimStates, []string{"deleted"}) {
		t.Errorf("order: %q %v, install page: %q", item.StateText, item.SimStates, kit.StateText)
	}
	asked := p.Post("/gw/cq-ordercharge/order/doBudget", gen.DoBudgetBody{Source: "buyNow", Item: more.Item}, "langId", "1")
	asked.RequireCode(t, http.StatusConflict, "topup_sim_deleted")
	if !contains(asked.Message, "否则请购买新套餐") {
		t.Errorf("what helps instead: %q", asked.Message)
	}
	var none gen.TopUps
	p.Get(simTopups, "simId", id).Into(t, &none)
	if none.State != "not_allowed" || !contains(none.Text, "deleted from its device") || len(none.Items) != 0 {
		t.Errorf("top-ups: %+v", none)
	}
	for _, call := range []string{"create", "hosted"} {
		p.Post("/gw/cq-ordercharge/payment/us/"+call, map[string]string{"orderNo": waits.OrderNo}, "Idempotency-Key", apptest.Key()).
			RequireCode(t, http.StatusConflict, "topup_sim_deleted")
	}
	if status := p.Confirm(secret, "pm_card_visa"); status != http.StatusOK {
		t.Fatalf("confirm: %d", status)
	}
	waittest.Eventually(t, "what cannot be used is refunded", orderHasStatus(p, paid.OrderNo, "refunded"))
	if o := p.Detail(paid.OrderNo); o.Refunds[0].Amount != 650 || o.Items[0].State != "refunded" {
		t.Errorf("refund: %+v, line %s", o.Refunds, o.Items[0].State)
	}
	if n := count(t, shop, `select count(*) from sandbox.carrier_order where line <> ''`); n != 0 {
		t.Errorf("%d top-ups were ordered at the carrier", n)
	}
}

// A guest whose checkout names a SIM that nothing can be added to is led to that SIM among those of the order, a customer to it
// among the account's, where the reason and what helps stand; nobody is asked to log in.
func TestACheckoutForADeadSIMLeadsToTheSIM(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	redirectOf := func(p *apptest.Shopper, path string) string {
		var out struct{ Redirect *gen.PageRedirect }
		p.Get("/gw/page/query", "path", path).Into(t, &out)
		if out.Redirect == nil {
			return ""
		}
		return out.Redirect.To
	}
	guest, customer := shop.Shopper(t), shop.Customer(t, "ada@example.com")
	for p, pathOf := range map[*apptest.Shopper]func(order, sim string) string{
		guest:    func(order, sim string) string { return "/en/my-order/" + order + "/sims?simId=" + sim },
		customer: func(_, sim string) string { return "/en/my-account/sims-info?simId=" + sim },
	} {
		bought := buyAndWait(t, p, apptest.Order("jp-3g-7", "esim", 650, nil))
		var kit gen.Install
		p.Get("/gw/sim/us/install", "orderNo", bought.OrderNo).Into(t, &kit)
		checkout := "/en/order?buyNow=jp-3g-7&simType=esim&quantity=1&simId=" + kit.SimId
		if to := redirectOf(p, checkout); to != "" {
			t.Errorf("while the SIM works, %s leads to %q", checkout, to)
		}
		controlSIM(t, shop, kit.SimId, "retire", nil)
		exec(t, shop, `update sim_line set synced_at = null where ref = '`+kit.SimId+`'`) // what was read a moment ago would do
		if to := redirectOf(p, checkout); to != pathOf(bought.OrderNo, kit.SimId) {
			t.Errorf("%s leads to %q", checkout, to)
		}
		if to := redirectOf(shop.Shopper(t), checkout); to != "/en/my-account/sims-info" {
			t.Errorf("a stranger is led to %q", to)
		}
	}
}
