package app_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// An order of a plan that begins on a network and of one that begins when it is installed says of each when it is installed, and while
// one is asked back, that it is not.
func TestAPlanThatBeginsWhenItIsInstalled(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p, run := shop.Shopper(t), newBackOffice(t, shop)
	const japan, uk = "jp-3g-7", "gbeu-20g-30v"
	starts := map[string]string{japan: "Starts when it first connects at the destination", uk: "Starts when it is installed"}
	var kept gen.Cart
	for goods := range starts {
		p.Post("/gw/mall/cart/add", map[string]any{"goodsId": goods, "simType": "esim", "quantity": 1, "compatibilityConfirmed": true}).Into(t, &kept)
	}
	for _, i := range kept.Items {
		if i.StartText != starts[i.GoodsId] {
			t.Errorf("cart: %s %q", i.GoodsId, i.StartText)
		}
	}
	var budget gen.Budget
	p.Post("/gw/cq-ordercharge/order/doBudget", map[string]any{"source": "cart"}).Into(t, &budget)
	for _, l := range budget.Lines {
		if l.StartText != starts[l.GoodsId] {
			t.Errorf("checkout: %s %q", l.GoodsId, l.StartText)
		}
	}
	body := apptest.Order("", "esim", 650+2990, nil)
	body.Source, body.Item = "cart", nil
	no := buyAndWait(t, p, body).OrderNo

	lines := map[string]string{}
	for _, i := range p.Detail(no).Items {
		lines[i.GoodsId] = i.LineId
		if (i.StartsAtInstall != nil) != (i.GoodsId == uk) {
			t.Errorf("order: %s %v", i.GoodsId, i.StartsAtInstall)
		}
	}
	var paid gen.PaymentPage
	var detail gen.OrderDetailPage
	read := func(path string, page any) {
		require.NoError(t, json.Unmarshal(readPageData(t, p, "/en/"+path).Data, page))
	}
	read("payment/"+no, &paid)
	read("my-order/"+no, &detail)
	for _, text := range []string{paid.After.Text, detail.InstallAdvice} {
		if !strings.Contains(text, "before you leave: Japan 3GB 7 days.") || !strings.Contains(text, "the days start with the installation: UK number") {
			t.Errorf("advice: %s", text)
		}
	}
	cautions := func() map[string]string {
		found := map[string]string{}
		var page gen.InstallPage
		read("my-order/"+no+"/install", &page)
		for _, k := range page.Kits {
			code := ""
			if k.Install.Caution != nil {
				code = k.Install.Caution.Code
			}
			found[k.Install.LineId] = code
		}
		return found
	}
	if c := cautions(); len(c) != 2 || c[lines[japan]] != "" || c[lines[uk]] != "start" {
		t.Errorf("before the codes: %v", c)
	}
	mailed := false
	for _, m := range shop.Mails("ada@example.com") {
		if strings.Contains(m.Key, "esim") {
			mailed = strings.Contains(m.HTML, "Some start when they are installed") && strings.Contains(m.Text, "the plan’s days start when the eSIM is installed: UK number")
		}
	}
	if !mailed {
		t.Error("the mail does not say when to install")
	}

	var asked gen.RefundResult
	p.Post(refundPath, map[string]any{"orderNo": no, "reason": "TRIP_CANCELLATION", "lines": []string{lines[japan]}}).Into(t, &asked)
	if c := cautions(); c[lines[japan]] != "refund" || c[lines[uk]] != "start" {
		t.Errorf("asked back: %v", c)
	}
	for _, i := range p.Detail(no).Items {
		if want := map[string]string{japan: "Refund requested", uk: "Ready to install"}[i.GoodsId]; i.StateText != want {
			t.Errorf("%s stands as %q", i.GoodsId, i.StateText)
		}
	}
	if out, err := run("refund", "refuse", asked.Refund.RefundId, "--reason", "none"); err != nil {
		t.Fatalf("refuse: %s %v", out, err)
	}
	waittest.Eventually(t, "nothing is asked back", func() bool { return cautions()[lines[japan]] == "" })
}
