package app_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
	"github.com/roamcart/roamcart/shared"
)

// page reads what a page shows, as the renderer does.
func page[T any](t *testing.T, p *apptest.Shopper, path string) (data T) {
	t.Helper()
	var found struct {
		Status  int
		Noindex bool
		Data    json.RawMessage
	}
	p.Get("/gw/page/query", "path", path).Into(t, &found)
	if found.Status != 200 || !found.Noindex {
		t.Fatalf("%s: %d, noindex %v", path, found.Status, found.Noindex)
	}
	require.NoError(t, json.Unmarshal(found.Data, &data), path)
	return data
}

// The test pages of a sandbox: a purchase that can be made, cards that have words, and a provider that answers.
func TestTheProvidersTestPages(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	pay := page[gen.TestPaymentPage](t, p, "/en/test/payment")
	if pay.Mode != "sandbox" || pay.OutboxPath != "/sandbox/outbox" || pay.Purchase == nil || len(pay.Cards) == 0 {
		t.Fatalf("payment: %+v", pay)
	}
	for _, locale := range []string{"en", "zh"} {
		words := shared.Messages(locale)
		for _, c := range pay.Cards {
			if !words.Has("test", "outcome."+c.Outcome) || !words.Has("test", "brand."+c.Brand) {
				t.Errorf("%s has no words for %+v", locale, c)
			}
		}
	}
	before := page[gen.TestStripePage](t, p, "/en/test/stripe-server-demo")
	if before.Answer != "good" || before.LastEventAt != nil || before.EventsWaiting != 0 || before.Pk != pay.Pk || before.CheckedAt.IsZero() {
		t.Fatalf("server: %+v", before)
	}
	buyAtBudget(t, p, apptest.Order(pay.Purchase.GoodsId, "esim", pay.Purchase.Price, nil))
	waittest.Eventually(t, "a webhook is worked", func() bool {
		now := page[gen.TestStripePage](t, p, "/zh/test/stripe-server-demo")
		return now.LastEventAt != nil && now.EventsWaiting == 0
	})
}
