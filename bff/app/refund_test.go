package app_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

const refundPath = "/gw/cq-ordercharge/order/refund"

func orderHasStatus(p *apptest.Shopper, orderNo, want string) func() bool {
	return func() bool { return p.Detail(orderNo).Status == want }
}

// A shopper gives SIM cards back before they were sent: at once, in full, with a mail; and the ledger of the day agrees.
func TestAShopperGivesCardsBack(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p, run := shop.Shopper(t), newBackOffice(t, shop)
	placed := p.Place(apptest.Order("jp-10g-15", "physical", 1890, apptest.Address()))
	ask := gen.OrderRefundBody{OrderNo: placed.OrderNo, Reason: "WRONG_PURCHASE"}
	var result gen.RefundResult
	p.Post(refundPath, ask).Into(t, &result)
	if result.Eligible || result.Reason != "refund_not_paid" || result.Message == "" {
		t.Fatalf("before paying: %+v", result)
	}
	secret, _ := p.Create(placed.OrderNo)
	p.Confirm(secret, "pm_card_visa")
	waittest.Eventually(t, "paid", orderHasStatus(p, placed.OrderNo, "processing"))
	if o := p.Detail(placed.OrderNo); !*o.Refundable {
		t.Fatal("a paid order is not refundable")
	}
	p.Post(refundPath, map[string]any{"orderNo": placed.OrderNo, "reason": "WHIM"}).RequireCode(t, http.StatusUnprocessableEntity, "validation_failed")
	p.Post(refundPath, map[string]any{"orderNo": placed.OrderNo, "reason": "QR_ISSUE", "lines": []string{}}).
		RequireCode(t, http.StatusUnprocessableEntity, "validation_failed")
	shop.Shopper(t).Post(refundPath, ask).RequireCode(t, http.StatusNotFound, "order_not_found")
	key := apptest.Key()
	for range 2 {
		p.Post(refundPath, ask, "Idempotency-Key", key).Into(t, &result)
		if !result.Eligible || result.Refund.State != "pending_refund" || result.Refund.Amount != 1890 {
			t.Fatalf("answer: %+v", result)
		}
	}
	if shown := p.Detail(placed.OrderNo).Refunds[0]; !shown.CreatedAt.Equal(*result.Refund.CreatedAt) {
		t.Errorf("asked for at %v, and then at %v", result.Refund.CreatedAt, shown.CreatedAt)
	}
	waittest.Eventually(t, "refunded", orderHasStatus(p, placed.OrderNo, "refunded"))
	waittest.Eventually(t, "the mail", func() bool {
		for _, m := range shop.Mails("ada@example.com") {
			if contains(m.Key, "order_refunded") {
				return true
			}
		}
		return false
	})
	if n := count(t, shop, `select count(*) from refund`); n != 1 {
		t.Fatalf("%d refunds", n)
	}
	out, err := run("reconcile", "--day", time.Now().UTC().Format(time.DateOnly))
	if err != nil || !strings.Contains(out, "1 charges, 1 refunds, 0 differences") {
		t.Fatalf("reconcile: %s %v", out, err)
	}
	exec(t, shop, `update payment_attempt set received = received - 1`)
	if out, err = run("reconcile", "--day", time.Now().UTC().Format(time.DateOnly)); err != nil || !strings.Contains(out, "1889") {
		t.Fatalf("one cent: %s %v", out, err)
	}
}

// An eSIM whose code was shown waits for staff, who approve it in the back office; the code is gone, and the receipt tells of it.
func TestAnESIMThatWasShownWaitsForStaff(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p, run := shop.Shopper(t), newBackOffice(t, shop)
	placed := p.Place(apptest.Order("jp-3g-7", "esim", 650, nil))
	secret, intent := p.Create(placed.OrderNo)
	p.Confirm(secret, "pm_card_visa")
	waittest.Eventually(t, "completed", orderHasStatus(p, placed.OrderNo, "completed"))
	var result gen.RefundResult
	p.Post(refundPath, gen.OrderRefundBody{OrderNo: placed.OrderNo, Reason: "NO_COVERAGE"}).Into(t, &result)
	if !result.Eligible || result.Refund.State != "pending_refund" || result.Refund.Review == nil {
		t.Fatalf("answer: %+v", result)
	}
	if o := p.Detail(placed.OrderNo); o.Status != "pending_refund" || o.Refunds[0].State != "pending_refund" || o.Refunds[0].Review == nil {
		t.Fatalf("order: %s %+v", o.Status, o.Refunds)
	}
	if out, err := run("review"); err != nil || !strings.Contains(out, "waits for a decision") {
		t.Fatalf("review: %s %v", out, err)
	}
	if out, err := run("refund", "approve", result.Refund.RefundId, "--reason", "never installed"); err != nil || !strings.Contains(out, "pending_refund") {
		t.Fatalf("approve: %s %v", out, err)
	}
	waittest.Eventually(t, "refunded", orderHasStatus(p, placed.OrderNo, "refunded"))
	p.Get("/gw/sim/us/install", "orderNo", placed.OrderNo).RequireCode(t, http.StatusNotFound, "sim_not_found")
	for lang, says := range map[string]string{"en": "has been or is being refunded", "zh": "已退款或正在退款"} {
		path := "/" + lang + "/my-order/" + placed.OrderNo + "/install"
		shown := readPageData(t, p, path)
		var page gen.InstallPage
		require.NoError(t, json.Unmarshal(shown.Data, &page))
		if shown.Status != http.StatusOK || page.Nothing == nil || !strings.Contains(page.Nothing.Text, says) || page.Nothing.Coming || len(page.Kits) > 0 {
			t.Errorf("install page: %d %+v", shown.Status, page)
		}
		if other := readPageData(t, shop.Shopper(t), path); other.Status != http.StatusNotFound {
			t.Errorf("install page for others: %d", other.Status)
		}
	}
	event := ""
	if err := shop.DB.Gorm.Raw(`select id from payment_event where type = 'payment_intent.succeeded' and intent_id = ?`, intent).Scan(&event).Error; err != nil {
		t.Fatal(err)
	}
	if out, err := run("replay", event); err != nil || !strings.Contains(out, "nothing") {
		t.Fatalf("replay: %s %v", out, err)
	}

	res, err := p.HTTP.Get(shop.URL + "/gw/cq-ordercharge/order/receipt?langId=1&orderNo=" + placed.OrderNo)
	require.NoError(t, err)
	defer func() { _ = res.Body.Close() }()
	body, _ := io.ReadAll(res.Body)
	if got := res.Header.Get("Content-Disposition"); res.StatusCode != http.StatusOK || !strings.Contains(got, "receipt-"+placed.OrderNo+"-zh.html") {
		t.Fatalf("receipt: %d %s", res.StatusCode, got)
	}
	for _, want := range []string{"收据", placed.OrderNo, "退款", "-$6.50"} {
		if !strings.Contains(string(body), want) {
			t.Errorf("the receipt lacks %s", want)
		}
	}
	shop.Shopper(t).Get("/gw/cq-ordercharge/order/receipt", "orderNo", placed.OrderNo).RequireCode(t, http.StatusNotFound, "order_not_found")
}

// A refund and a dispute at the provider's own dashboard reach our ledger by webhook.
func TestRefundsAndDisputesAtTheProviderAreBooked(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	placed := p.Place(apptest.Order("jp-10g-15", "physical", 1890, apptest.Address()))
	secret, intent := p.Create(placed.OrderNo)
	p.Confirm(secret, "pm_card_visa")
	waittest.Eventually(t, "paid", orderHasStatus(p, placed.OrderNo, "processing"))
	form := strings.NewReader("amount=390&payment_intent=" + intent)
	req, err := http.NewRequest(http.MethodPost, shop.URL+"/sandbox/stripe/v1/refunds", form)
	require.NoError(t, err)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Authorization", "Bearer sk_test_roamcartsandbox")
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	_ = res.Body.Close()
	waittest.Eventually(t, "the refund is booked", orderHasStatus(p, placed.OrderNo, "partially_refunded"))
	shop.Control("/intents/"+intent+"/dispute", map[string]any{})
	waittest.Eventually(t, "the dispute is recorded", func() bool { return count(t, shop, `select count(*) from dispute where state = 'open'`) == 1 })
	if o := p.Detail(placed.OrderNo); !*o.Held || *o.Refundable {
		t.Fatal("a disputed order is not held")
	}
	var id string
	require.NoError(t, shop.DB.Gorm.Raw(`select id from dispute`).Scan(&id).Error)
	shop.Control("/disputes/"+id+"/close", map[string]any{"status": "lost"})
	waittest.Eventually(t, "the loss is booked", orderHasStatus(p, placed.OrderNo, "refunded"))
}
