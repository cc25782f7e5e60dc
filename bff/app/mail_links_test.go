package app_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// The links of an order's mails open the page they name where the browser may see the order. Any other browser gets the order
// look-up with number and mailbox filled in, and goes on to that page from there. The mailbox is in no address.
func TestLinksOfMailsOpenTheirPageOrTheLookUp(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p, stranger := shop.Shopper(t), shop.Shopper(t)
	link := func(key, orderNo, to string) string {
		t.Helper()
		pattern := regexp.MustCompile(`/en/my-order\?orderNo=` + orderNo + `\S*`)
		var found string
		waittest.Eventually(t, "the mail "+key+" is sent", func() bool {
			for _, m := range shop.Mails("ada@example.com") {
				if strings.HasSuffix(m.Key, key) && strings.Contains(m.Text, orderNo) {
					at := slices.IndexFunc(pattern.FindAllString(m.Text, -1), func(one string) bool { return urlQuery(t, one).Get("to") == to })
					if at >= 0 {
						found = pattern.FindAllString(m.Text, -1)[at]
					}
				}
			}
			return found != ""
		})
		if strings.Contains(found, "ada") || strings.Contains(found, "%40") {
			t.Errorf("the address shows the mailbox: %s", found)
		}
		return found
	}
	requireRedirect := func(who *apptest.Shopper, what, address, page string) {
		t.Helper()
		if to := redirectTarget(t, who, address); to != page {
			t.Errorf("%s: %q leads to %q, not to %q", what, address, to, page)
		}
	}
	requireTrackPage := func(what, address string, want gen.TrackPage) {
		t.Helper()
		var got gen.TrackPage
		shown := readPageData(t, stranger, address)
		if err := json.Unmarshal(shown.Data, &got); err != nil || shown.Status != http.StatusOK || got != want {
			t.Errorf("%s: %d %+v %v", what, shown.Status, got, err)
		}
	}

	order := p.Place(apptest.Order("jp-3g-7", "esim", 650, nil)).OrderNo
	unpaidFor(t, shop, 15*time.Minute)
	pay := link(":order_placed", order, "payment")
	requireRedirect(p, "the buyer's own browser", pay, "/en/payment/"+order)
	requireTrackPage("another browser", pay, gen.TrackPage{OrderNo: order, Email: "ada@example.com", To: "payment"})

	secret, _ := p.Create(order)
	p.Confirm(secret, "pm_card_visa")
	waittest.Eventually(t, "the order is complete", func() bool { return p.Detail(order).Status == "completed" })
	requireRedirect(p, "nothing to pay any more", pay, "/en/my-order/"+order)
	install := link(":esim_delivered", order, "install")
	requireRedirect(p, "the buyer's own browser", install, "/en/my-order/"+order+"/install")
	requireRedirect(p, "an older mail", "/en/my-order?orderNo="+order, "/en/my-order/"+order)
	requireRedirect(p, "a page nobody knows", "/en/my-order?orderNo="+order+"&to=moon", "/en/my-order/"+order)
	requireTrackPage("another browser", install, gen.TrackPage{OrderNo: order, Email: "ada@example.com", To: "install"})

	// What is no link of ours fills in no mailbox, and an order that does not exist looks the same.
	token := urlQuery(t, install).Get("mail")
	last := "0"
	if strings.HasSuffix(order, last) {
		last = "1"
	}
	other := order[:len(order)-1] + last
	requireTrackPage("another order", "/en/my-order?orderNo="+other+"&mail="+token, gen.TrackPage{OrderNo: other})
	requireTrackPage("a changed link", "/en/my-order?orderNo="+order+"&mail="+token[1:], gen.TrackPage{OrderNo: order})

	stranger.Post("/gw/cq-ordercharge/order/track", map[string]string{
		"orderNo": order, "email": "ada@example.com", "code": stranger.Code("ada@example.com", "track"),
	}).Into(t, new(gen.Order))
	requireRedirect(stranger, "once the mailbox is proved", install, "/en/my-order/"+order+"/install")
}

func urlQuery(t *testing.T, address string) url.Values {
	t.Helper()
	u, err := url.Parse(address)
	require.NoError(t, err)
	return u.Query()
}

// redirectTarget returns where a page leads to, "" when it is shown.
func redirectTarget(t *testing.T, p *apptest.Shopper, path string) string {
	t.Helper()
	var out struct{ Redirect *struct{ To string } }
	p.Get("/gw/page/query", "path", path).Into(t, &out)
	if out.Redirect == nil {
		return ""
	}
	return out.Redirect.To
}
