package app_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

const writeReview = "/gw/mall/review/write"

// A guest whose eSIM was used reviews its plan; a stranger does not, and is led to the lookup. Once staff approve it, the page of
// the plan, its JSON-LD and the home page have it, and no name of the buyer but the one that was typed.
func TestABuyersReviewIsShownOnceItIsApproved(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	run := newBackOffice(t, shop)
	guest, stranger := shop.Shopper(t), shop.Shopper(t)
	placed := buyAndWait(t, guest, apptest.Order("jp-3g-7", "esim", 650, nil))
	address := "/en/my-order/" + strings.ToLower(placed.OrderNo) + "/review"
	readReviews := func() (page gen.ReviewPage) {
		t.Helper()
		require.NoError(t, json.Unmarshal(readPageData(t, guest, address).Data, &page))
		return page
	}
	if page := readReviews(); len(page.Lines) != 0 {
		t.Fatalf("before use: %+v", page)
	}
	line := guest.Detail(placed.OrderNo).Items[0].LineId
	body := gen.ReviewBody{OrderNo: placed.OrderNo, LineId: line, Stars: 4, Text: "Fast <script>alert(1)</script>", Name: "Kite"}
	guest.Post(writeReview, body).RequireCode(t, http.StatusConflict, "review_unused")

	var kit gen.Install
	guest.Get("/gw/sim/us/install", "orderNo", placed.OrderNo).Into(t, &kit)
	readPageData(t, guest, "/en/my-order/"+strings.ToLower(placed.OrderNo)+"/sims") // the carrier hears of it
	for _, act := range []string{"install", "attach"} {
		controlSIM(t, shop, kit.SimId, act, nil)
	}
	waittest.Eventually(t, "the plan can be reviewed", func() bool { p := readReviews(); return len(p.Lines) == 1 && p.Lines[0].State == "open" })

	stranger.Post(writeReview, body).RequireCode(t, http.StatusNotFound, "order_not_found")
	var elsewhere struct {
		Redirect struct{ To string }
	}
	stranger.Get("/gw/page/query", "path", address).Into(t, &elsewhere)
	if want := "/en/my-order?orderNo=" + placed.OrderNo; !strings.EqualFold(elsewhere.Redirect.To, want) {
		t.Errorf("a stranger is led to %q, want %s", elsewhere.Redirect.To, want)
	}
	guest.Post(writeReview, gen.ReviewBody{OrderNo: placed.OrderNo, LineId: line}).RequireCode(t, http.StatusUnprocessableEntity, "validation_failed")
	for range 2 {
		guest.Post(writeReview, body).Into(t, &gen.Reviewed{})
	}
	guest.Post(writeReview, gen.ReviewBody{OrderNo: placed.OrderNo, LineId: line, Stars: 1}).RequireCode(t, http.StatusConflict,
		"review_exists")
	if page := readReviews(); page.Lines[0].State != "waiting" {
		t.Errorf("after writing: %+v", page)
	}

	detail := func() string { return string(readPageData(t, stranger, "/en/travel-card/asia/jp-3g-7").Data) }
	if strings.Contains(detail(), "reviews") {
		t.Error("a review is shown that nobody has approved")
	}
	listed, err := run("reviews")
	if err != nil || !strings.Contains(listed, "Kite") {
		t.Fatalf("the back office sees %q %v", listed, err)
	}
	if _, err := run("reviews", "reject", "1"); err == nil {
		t.Error("a review is rejected without a reason")
	}
	if said, err := run("reviews", "approve", "1"); err != nil || !strings.Contains(said, "approved") {
		t.Fatalf("approve: %q %v", said, err)
	}
	page := readPageData(t, stranger, "/en/travel-card/asia/jp-3g-7")
	for _, want := range []string{`"count":1`, `"average":4`, "Kite"} {
		if !strings.Contains(string(page.Data), want) {
			t.Errorf("no %s on the plan's page", want)
		}
	}
	if !strings.Contains(string(page.Head), `"aggregateRating"`) || strings.Contains(string(page.Head), "<script>") {
		t.Errorf("head: %s", page.Head)
	}
	if home := readPageData(t, stranger, "/zh/home"); !strings.Contains(string(home.Data), `"reviews":{`) || strings.Contains(string(home.Data), "Ada") {
		t.Errorf("home: %s", home.Data)
	}
	if again := readReviews(); again.Lines[0].State != "approved" {
		t.Errorf("the buyer sees %+v", again)
	}
}

// Whoever leaves leaves the review behind, without the name.
func TestAReviewOfSomebodyWhoLeft(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	run := newBackOffice(t, shop)
	p := shop.Customer(t, "kite@example.com")
	form := apptest.Order("jp-3g-7", "esim", 650, nil)
	placed := buyAndWait(t, p, form)
	simID := listSIMs(t, p)[0].SimId
	readPageData(t, p, "/en/my-account/sims-info?simId="+simID)
	for _, act := range []string{"install", "attach"} {
		controlSIM(t, shop, simID, act, nil)
	}
	body := gen.ReviewBody{OrderNo: placed.OrderNo, LineId: p.Detail(placed.OrderNo).Items[0].LineId, Stars: 5, Text: "Fine.", Name: "Zephyrine"}
	waittest.Eventually(t, "the review is taken", func() bool { return p.Post(writeReview, body).Status == http.StatusOK })
	if _, err := run("reviews", "approve", "1"); err != nil {
		t.Fatal(err)
	}
	p.Seal(leave, gen.DeleteAccountBody{Password: apptest.Password, Confirm: true}).Into(t, new(any))
	page := string(readPageData(t, shop.Shopper(t), "/en/travel-card/asia/jp-3g-7").Data)
	if !strings.Contains(page, "Fine.") || strings.Contains(page, "Zephyrine") {
		t.Errorf("the page: %s", page)
	}
	if found := findTraces(t, shop, "Zephyrine"); len(found) > 0 {
		t.Errorf("the name is kept: %v", found)
	}
}
