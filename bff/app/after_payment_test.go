package app_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
)

// From the payment to the use of an eSIM: the payment page leads to its installation, the install page is made for the device that
// asks, and the order says at which step the eSIM is.
func TestFromThePaymentToTheESIM(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	no := buyAndWait(t, p, apptest.Order("jp-3g-7", "esim", 650, nil)).OrderNo
	show := func(path string, into any) {
		t.Helper()
		require.NoError(t, json.Unmarshal(readPageData(t, p, path).Data, into))
	}
	install := "/en/my-order/" + no + "/install"

	var payment gen.PaymentPage
	show("/en/payment/"+no, &payment)
	if a := payment.After; a == nil || a.Waiting || a.Link == nil || a.Link.Path != install {
		t.Errorf("after the payment: %+v", payment.After)
	}
	for agent, want := range map[string]struct {
		query, device string
		ios, android  int
	}{
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Safari/604.1": {"", "iphone", 5, 0},
		"Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/131.0.0.0 Mobile":    {"", "android", 0, 5},
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0.0.0":          {"", "any", 5, 5},
		"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Safari/604.1": {"?device=any", "any", 5, 5},
	} {
		p.Header.Set("User-Agent", agent)
		var page gen.InstallPage
		show(install+want.query, &page)
		kit := page.Kits[0].Install
		if string(page.Device) != want.device || len(kit.Steps.Ios) != want.ios || len(kit.Steps.Android) != want.android {
			t.Errorf("%s%s: %s, %d and %d steps", agent, want.query, page.Device, len(kit.Steps.Ios), len(kit.Steps.Android))
		}
		if len(kit.Timeline) != 4 || kit.Timeline[0].State != "now" || kit.Timeline[0].Link != nil {
			t.Errorf("the kit's steps: %+v", kit.Timeline)
		}
	}
	var order gen.OrderDetailPage
	show("/en/my-order/"+no, &order)
	if s := order.Install[0].Timeline; len(s) != 4 || s[0].Link == nil || s[0].Link.Path != install {
		t.Errorf("the order's steps: %+v", s)
	}
	var sims gen.OrderSimsPage
	show("/en/my-order/"+no+"/sims", &sims)
	if s := sims.Selected.Timeline; len(s) != 4 || s[0].State != "now" {
		t.Errorf("the SIM's steps: %+v", s)
	}
}
