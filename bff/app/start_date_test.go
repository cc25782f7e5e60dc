package app_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// A plan that begins on a chosen day: the day is asked for by name, counts in what is ordered, and stands with the order and the
// SIM, which the carrier begins on that day.
func TestAPlanIsBoughtForADay(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Customer(t, "ada@example.com")
	on := time.Now().AddDate(0, 0, 30).Format(time.DateOnly)
	body := apptest.Order("us-u3-10", "esim", 3690, nil)
	for _, wrong := range []string{"-", "tomorrow", "2020-01-01", "2999-01-01"} {
		body.Item.StartDate = wrong
		a := p.Post("/gw/cq-ordercharge/order/doBudget", gen.DoBudgetBody{Source: "buyNow", Item: body.Item})
		if a.RequireCode(t, http.StatusUnprocessableEntity, "validation_failed"); !contains(string(a.Data), "startDate") {
			t.Errorf("%q: %s", wrong, a.Data)
		}
	}
	body.Item.StartDate = on
	key := apptest.Key()
	var placed gen.OrderSubmitted
	p.Seal("/gw/cq-ordercharge/order/encryptSubmit", body, "Idempotency-Key", key).Into(t, &placed)
	other := apptest.Order("us-u3-10", "esim", 3690, nil)
	other.Item.StartDate = time.Now().AddDate(0, 0, 31).Format(time.DateOnly)
	p.Seal("/gw/cq-ordercharge/order/encryptSubmit", other, "Idempotency-Key", key).RequireCode(t, http.StatusUnprocessableEntity, "idempotency_mismatch")

	secret, _ := p.Create(placed.OrderNo)
	if status := p.Confirm(secret, "pm_card_visa"); status != http.StatusOK {
		t.Fatalf("confirm: %d", status)
	}
	waittest.Eventually(t, "the order is complete", func() bool { return p.Detail(placed.OrderNo).Status == "completed" })
	if i := p.Detail(placed.OrderNo).Items[0]; i.StartDate != on || i.StartText == "" || i.State != "ready_to_install" {
		t.Errorf("item: %+v", i)
	}
	id := listSIMs(t, p)[0].SimId
	waits := waitForSIM(t, p, id, "the plan waits for its day", func(s gen.SimDetail) bool { return len(s.Plans) == 1 && s.Plans[0].State == "scheduled" })
	midnight, _ := time.ParseInLocation(time.DateOnly, on, time.FixedZone("HKT", 8*60*60))
	if waits.StartDate != on || waits.State != "ready_to_install" || waits.Hint == nil || waits.Hint.Code != "scheduled" || waits.Validity.UseBefore != nil ||
		waits.ValidUntil == nil || !waits.ValidUntil.Equal(midnight.AddDate(0, 0, 10)) {
		t.Errorf("before its day: %+v %+v", waits.Sim, waits.Validity)
	}
	controlSIM(t, shop, id, "begin", nil)
	begun := waitForSIM(t, p, id, "the plan begins", func(s gen.SimDetail) bool { return s.Plans[0].State == "active" })
	if begun.State != "ready_to_install" || begun.Hint == nil || begun.Hint.Code != "begun" {
		t.Errorf("begun and not installed: %+v", begun.Sim)
	}
}

// The checkout of a plan that is bought now keeps its day, and asks for another, in the shopper's language, once that can no
// longer be had: "buy now" yesterday, an order today.
func TestTheCheckoutAsksForAnotherDay(t *testing.T) {
	t.Parallel()
	p := apptest.Open(t, apptest.Options{}).Shopper(t)
	open := func(locale, day string) gen.OrderPage {
		t.Helper()
		return page[gen.OrderPage](t, p, "/"+locale+"/order?buyNow=us-u3-10&simType=esim&quantity=1&compatibilityConfirmed=1&startDate="+day)
	}
	on := time.Now().AddDate(0, 0, 30).Format(time.DateOnly)
	kept := open("en", on)
	if kept.Source.Item == nil || kept.Source.Item.StartDate != on || kept.StartDates != nil || kept.Budget.Lines[0].StartDate != on {
		t.Errorf("a day that can be had: %+v", kept)
	}
	for locale, problem := range map[string]string{"en": "This day has passed. Please choose today or a later day.", "zh": "该日期已过，请选择今天或之后的日期。"} {
		over := open(locale, "2020-01-01")
		days := over.StartDates
		if days == nil || days.Problem != problem || days.First > on || days.Last < on {
			t.Fatalf("%s: %+v", locale, days)
		}
		if over.Source.Item.StartDate != "" || over.Budget.OrderTotal != 3690 || !over.Budget.Lines[0].Available {
			t.Errorf("%s: the rest of the checkout: %+v", locale, over)
		}
	}
	var other struct{ Redirect gen.PageRedirect }
	p.Get("/gw/page/query", "path", "/en/order?buyNow=jp-3g-7&simType=esim&compatibilityConfirmed=1&startDate="+on).Into(t, &other)
	if other.Redirect.To != "/en/travel-card/asia/jp-3g-7" {
		t.Errorf("a plan without days: %+v", other.Redirect)
	}
}
