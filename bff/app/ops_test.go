package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/app"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/cli/ops"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// secondConfig returns the settings of a program that is started beside a running shop.
func secondConfig(t *testing.T, shop *apptest.Shop) config.Config {
	t.Helper()
	cfg := shop.Settings
	cfg.DataDir = t.TempDir()
	return cfg
}

// newBackOffice returns a function that runs commands of the back office beside a running shop.
func newBackOffice(t *testing.T, shop *apptest.Shop) func(words ...string) (string, error) {
	t.Helper()
	cfg := secondConfig(t, shop)
	return func(words ...string) (string, error) {
		var out bytes.Buffer
		err := app.Ops(context.Background(), cfg, words, ops.Console{Out: &out, User: "mei"})
		return out.String(), err
	}
}

// Staff send a parcel: the shopper is told its tracking number, sees it, and sees the end of the card's number.
func TestStaffShipAParcel(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p, run := shop.Shopper(t), newBackOffice(t, shop)
	p.Header.Set("langId", "1")
	p.Header.Set("lang", "zh_CN")
	body := apptest.Order("jp-10g-15", "physical", 0, apptest.Address())
	body.ExpectedTotal = p.Budget(body).OrderTotal
	no := p.Place(body).OrderNo
	if _, err := run("ship", no, "--tracking", "SF123"); err == nil || !strings.Contains(ops.ErrorLine(err), "order_not_shippable") &&
		!strings.Contains(ops.ErrorLine(err), "sim_number_missing") {
		t.Fatalf("an unpaid order: %v", err)
	}
	secret, _ := p.Create(no)
	p.Confirm(secret, "pm_card_visa")
	waittest.Eventually(t, "the order is paid", func() bool { return p.Detail(no).Status == "processing" })
	for missing, words := range map[string][]string{
		"tracking_number_missing": {"ship", no, "--card", "1:8985201000000000001"}, "sim_number_missing": {"ship", no, "--tracking", "SF123"},
	} {
		if _, err := run(words...); err == nil || !strings.Contains(ops.ErrorLine(err), missing) {
			t.Errorf("want %s: %v", missing, err)
		}
	}
	require.NoError(t, shop.DB.Gorm.Exec(`update shipping_method set tracking_url = 'https://carrier.example/{number}'`).Error)
	raw, err := run("ship", no, "--tracking", "SF123", "--card", "1:8985201000000000001", "--json")
	var shown struct{ Status, TrackingNumber string }
	if err != nil || json.Unmarshal([]byte(raw), &shown) != nil || shown.Status != "shipped" || shown.TrackingNumber != "SF123" {
		t.Fatalf("%s %v", raw, err)
	}
	if o := p.Detail(no); o.ShippingInfo.TrackingNumber != "SF123" || o.ShippingInfo.TrackingUrl != "https://carrier.example/SF123" || o.Items[0].SimCardNumber != "0001" || o.Stepper[3].At == nil {
		t.Errorf("the shopper sees %+v", o)
	}
	waittest.Eventually(t, "the mail with the tracking number", func() bool {
		for _, m := range shop.Mails("ada@example.com") {
			if strings.HasSuffix(m.Key, ":order_shipped") {
				return strings.Contains(m.Text, "SF123") && strings.Contains(m.Text, "  Hong Kong Central\n  中国香港\n")
			}
		}
		return false
	})
	card := func() string {
		var page gen.OrderSimsPage
		require.NoError(t, json.Unmarshal(readPageData(t, p, "/zh/my-order/"+strings.ToLower(no)+"/sims").Data, &page))
		return page.Selected.StateText
	}
	require.Equal(t, "已发货", card())
	if _, err := run("complete", no); err != nil {
		t.Fatal(err)
	}
	if o := p.Detail(no); o.Status != "completed" || o.Items[0].State != "delivered" {
		t.Errorf("status %s, cards %s", o.Status, o.Items[0].State)
	}
	require.Equal(t, "已签收", card(), "a card that has arrived, among its SIMs")
}

// Staff cancel what is not paid, at the provider first; what is paid they do not.
func TestStaffCancelAnUnpaidOrder(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p, run := shop.Shopper(t), newBackOffice(t, shop)
	no := p.Place(apptest.Order("jp-3g-7", "esim", 650, nil)).OrderNo
	secret, _ := p.Create(no)
	if _, err := run("cancel", no, "--reason", "asked by phone"); err != nil {
		t.Fatal(err)
	}
	if o := p.Detail(no); o.Status != "cancelled" || o.CancelReason != "staff" {
		t.Errorf("%s by %s", o.Status, o.CancelReason)
	}
	if status := p.Confirm(secret, "pm_card_visa"); status == http.StatusOK {
		t.Error("the provider still takes money for it")
	}
}

// Staff give a customer points and a code of the wallet; the customer has them at once.
func TestStaffGivePointsAndCodes(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p, run := shop.Customer(t, "ada@example.com"), newBackOffice(t, shop)
	for _, words := range [][]string{{"points", "Ada@Example.com", "--give", "300"}, {"grant", "ada@example.com", "sorry5"}} {
		if _, err := run(append(words, "--tenant", "20", "--reason", "late parcel")...); err != nil {
			t.Fatalf("%v: %v", words, err)
		}
	}
	r := readRewards(t, p)
	if r.Points != 300 || r.Ledger.Items[0].Kind != "adjust" || len(r.Wallet) != 2 {
		t.Fatalf("rewards: %+v", r)
	}
	order := apptest.Order("jp-10g-15", "esim", 0, nil)
	b := p.Budget(gen.DoBudgetBody{Source: order.Source, Item: order.Item, Coupon: "SORRY5", Points: &r.Points})
	if b.OrderTotal != 1590-500-300 {
		t.Errorf("budget: %+v", b)
	}
	if b = shop.Shopper(t).Budget(gen.DoBudgetBody{Source: order.Source, Item: order.Item, Coupon: "SORRY5"}); b.Discounts[0].Reason != "promo_unknown" {
		t.Errorf("somebody else's: %+v", b.Discounts)
	}
}

// The ledger of a shop that has sold something adds up; the audit says so, and says what does not.
func TestTheLedgerIsAudited(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p, run := shop.Shopper(t), newBackOffice(t, shop)
	no := p.Place(apptest.Order("jp-3g-7", "esim", 650, nil)).OrderNo
	secret, _ := p.Create(no)
	p.Confirm(secret, "pm_card_visa")
	waittest.Eventually(t, "the order is delivered", func() bool { return p.Detail(no).Status == "completed" })
	if out, err := run("audit"); err != nil || !strings.Contains(out, " 0 findings") {
		t.Fatalf("%s %v", out, err)
	}
	exec(t, shop, `update orders set refunded_amount = 1`)
	out, err := run("audit", "--json")
	var answer struct{ Findings []struct{ Rule, What string } }
	if err == nil || !strings.Contains(err.Error(), "does not add up") || json.Unmarshal([]byte(out), &answer) != nil ||
		len(answer.Findings) == 0 || !strings.Contains(answer.Findings[0].What, no) {
		t.Fatalf("%s %v", out, err)
	}
}
