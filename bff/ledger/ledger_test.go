package ledger_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/roamcart/roamcart/bff/benchtest"
	"github.com/roamcart/roamcart/bff/ledger"
)

// Whatever is changed behind the shop's back is found, by name, and nothing else is.
func TestWhatDoesNotAddUpIsFound(t *testing.T) {
	t.Parallel()
	b := benchtest.New(t)
	b.Product(t, "plan", 650, 100)
	b.Exec(t, `insert into promo_code (tenant_id, code, kind, value, used) values (20, 'TEN', 'percent', 10, 7)`) // seven uses of an earlier shop
	coupon := b.Submission("plan", 2, 1170)
	coupon.Coupon = "TEN"
	o := b.Place(t, coupon)
	b.Exec(t, `insert into payment_attempt (tenant_id, order_id, method, status, amount, currency, received, created_at, updated_at)
		values (20, ?, 'card', 'cancelled', 1170, 'USD', 0, now(), now())`, o.ID)
	b.Exec(t, `insert into reward_account (tenant_id, user_id, referral_code, created_at) values (20, 7, 'ADA', now())`)

	rules := slices.DeleteFunc(slices.Clone(ledger.Rules), func(r ledger.Rule) bool { return r.Name == ledger.Profiles })
	check := func() []ledger.Finding {
		t.Helper()
		found, err := ledger.Check(context.Background(), b.DB, rules)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	if found := check(); len(found) != 0 {
		t.Fatalf("a sound shop: %v", found)
	}
	for _, c := range []struct{ change, back, rule string }{
		{`update stock set allocated = 3`, `update stock set allocated = 2 where sku = 'plan:esim'; update stock set allocated = 0 where sku <> 'plan:esim'`, "allocated is the sum of reserved"},
		{`update stock_reservation set state = 'released'`, `update stock_reservation set state = 'reserved'`, "the promise follows the order"},
		{`update promo_code set used = 0`, `update promo_code set used = 8`, "every use of a code is counted"},
		{`update orders set order_total = order_total - 1`, `update orders set order_total = order_total + 1`, "an order's sums add up"},
		{`update payment_attempt set status = 'succeeded'`, `update payment_attempt set status = 'cancelled'`, "a paid order has one succeeded attempt, any other none"},
		{`update orders set status = 'refunded'`, `update orders set status = 'waiting_payment'`, ledger.Ended},
		{`update reward_account set owed = 5`, `update reward_account set owed = 0`, "the points ledger adds up to the lots"},
	} {
		b.Exec(t, c.change)
		if found := check(); !slices.ContainsFunc(found, func(f ledger.Finding) bool { return f.Rule == c.rule && f.What != "" }) {
			t.Errorf("%s: %v", c.change, found)
		}
		for statement := range strings.SplitSeq(c.back, "; ") {
			b.Exec(t, statement)
		}
		if found := check(); len(found) != 0 {
			t.Fatalf("after %s: %v", c.back, found)
		}
	}
	everything, err := ledger.Check(context.Background(), b.DB, ledger.Rules)
	if err != nil || len(everything) != 1 || everything[0].Rule != ledger.Profiles {
		t.Errorf("a shelf without codes: %v %v", everything, err)
	}
}
